// Has a short-lived token minted for your pages: Node 20 or later, no library. Copy it into your backend.
import {createHash, createHmac, randomUUID} from 'node:crypto';

/**
 * @param baseUrl the service's, such as https://seals.example/protection (…/protection/sandbox for the sandbox)
 * @param keyId, apiSecret of a key: sealed-capture keys create --environment live --signed-only --may-claim-capture
 * @param origin of the pages that will use the token, such as https://app.example
 * @returns an object with token and expiresAt, to be sent to the page as it is
 */
export async function mintToken({baseUrl, keyId, apiSecret, origin}) {
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/tokens`);
  const body = JSON.stringify({origin, lifetime: 600}); // seconds, from 60 to 3600
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

/**
 * Answers your pages: put it behind your login, since whoever gets a token can have captures sealed in your name.
 * With node:http: `createServer(tokenHandler({baseUrl, keyId, apiSecret, origin, isLoggedIn}))`.
 */
export const tokenHandler = (options) => async (request, response) => {
  try {
    if (!(await options.isLoggedIn(request))) return response.writeHead(401).end();
    const token = await mintToken(options);
    const headers = {'Content-Type': 'application/json', 'Cache-Control': 'no-store'};
    response.writeHead(200, headers).end(JSON.stringify(token));
  } catch (error) {
    console.error(error); // says why; neither the secret nor a token is in it
    response.writeHead(502).end();
  }
};
