// Has a short-lived token minted for your pages: Node 20 or later, no library. Copy it into your backend.
import {createHash, createHmac, randomUUID} from 'node:crypto';

/**
 * @param baseUrl the service's, such as https://seals.example/protection (…/protection/sandbox for the sandbox)
 * @param keyId, apiSecret of a key: sealed-capture-service keys create --environment live --signed-only --may-claim-capture
 * @param origin of the pages that will use the token, such as https://app.example
 * @param roles what these pages do, and no more: add 'inspect' if they have <seal-inspector>
 * @returns an object with token and expiresAt, to be sent to the page as it is
 */
export async function mintToken({
  baseUrl,
  keyId,
  apiSecret,
  origin,
  roles = ['seal', 'claim-capture'],
}) {
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/tokens`);
  const body = JSON.stringify({origin, roles, lifetime: 600}); // seconds, from 60 to 3600
  // What the signature covers (RFC 9421): change any of it on the way, and the service refuses the request.
  const covered = {
    '@method': 'POST',
    '@authority': url.host,
    '@path': url.pathname,
    '@query': url.search || '?',
    'content-type': 'application/json',
    'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
  };
  const names = Object.keys(covered).map((name) => `"${name}"`);
  // The service takes a signature for five minutes around `created`, and each nonce once.
  const created = Math.floor(Date.now() / 1000);
  const parameters = `(${names.join(' ')});created=${created};nonce="${randomUUID()}";keyid="${keyId}";alg="hmac-sha256";tag="sealed-capture"`;
  const lines = Object.entries(covered).map(([name, value]) => `"${name}": ${value}`);
  const base = [...lines, `"@signature-params": ${parameters}`].join('\n');
  const headers = {
    'Content-Type': covered['content-type'],
    'Content-Digest': covered['content-digest'],
    'Signature-Input': `sig=${parameters}`,
    Signature: `sig=:${createHmac('sha256', apiSecret).update(base).digest('base64')}:`,
  };
  const answer = await fetch(url, {method: 'POST', headers, body});
  if (!answer.ok) throw new Error(`No token: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const TOKENS_PER_MINUTE = 20;

/**
 * Answers your pages: put it behind your login, since whoever gets a token can have captures sealed in your name.
 * With node:http: `createServer(tokenHandler({baseUrl, keyId, apiSecret, origin, userOf}))`.
 *
 * @param options those of mintToken, and userOf(request): the id of the user whose session the request belongs to, or undefined
 */
export function tokenHandler(options) {
  let minute = 0;
  const counts = new Map(); // of this process, by user
  const isTooMany = (user) => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) counts.clear();
    minute = now;
    counts.set(user, (counts.get(user) ?? 0) + 1);
    return counts.get(user) > TOKENS_PER_MINUTE;
  };
  // No header allows other origins to read an answer (CORS), and none lets a cache keep it.
  const answer = (response, status, headers = {}, body = '') =>
    response.writeHead(status, {'Cache-Control': 'no-store', ...headers}).end(body);
  return async (request, response) => {
    try {
      if (request.method !== 'POST') return answer(response, 405, {Allow: 'POST'});
      // Not compared with Host: of a page whose name was made to resolve to this server, both are that name.
      if (request.headers.origin !== options.origin) return answer(response, 403);
      const user = await options.userOf(request);
      if (user === undefined) return answer(response, 401);
      if (isTooMany(user)) return answer(response, 429, {'Retry-After': '60'});
      const token = await mintToken(options);
      const headers = {'Content-Type': 'application/json'};
      return answer(response, 200, headers, JSON.stringify(token));
    } catch (error) {
      console.error(error); // says why; neither the secret nor a token is in it
      return answer(response, 502);
    }
  };
}
