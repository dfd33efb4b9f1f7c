// Receives the service's webhooks and checks each: Node 20 or later, no library. Copy it into your backend.
import {createHash, createHmac, timingSafeEqual, verify} from 'node:crypto';

const WINDOW_S = 300;
const LONGEST_BODY = 64 * 1024;
const covered =
  '"@method" "@authority" "@path" "@query" "content-type" "content-digest" "idempotency-key"';
const form =
  /^sig=(\(([^()]*)\);created=(\d+);nonce="([\w-]{16,})";keyid="([^"\\]+)";alg="[\w-]+";tag="sealed-capture-webhook")$/;

/**
 * Answers with node:http: `createServer(webhookHandler({url, keys, onEvent}))`.
 * @param url of this receiver, as SEALED_CAPTURE_WEBHOOKS has it, without what stands behind #
 * @param keys by keyid: the secret as a text, or the public key as createPublicKey of node:crypto gives it
 * @param onEvent stores the event under its id: events come at least once, and in any order
 */
export function webhookHandler({url, keys, onEvent}) {
  const {host, pathname, search} = new URL(url);
  const nonces = new Map(); // With several processes, keep them where all can see them.
  return async (request, response) => {
    try {
      const chunks = [];
      let length = 0;
      for await (const chunk of request) {
        chunks.push(chunk);
        if ((length += chunk.length) > LONGEST_BODY) return response.writeHead(413).end();
      }
      const body = Buffer.concat(chunks);
      const [, parameters, components, created, nonce, keyid] =
        form.exec(request.headers['signature-input'] ?? '') ?? [];
      const key = keys.get(keyid);
      const now = Date.now() / 1000;
      for (const [used, until] of nonces) if (until < now) nonces.delete(used);
      const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
      const values = {
        '@method': 'POST',
        '@authority': host,
        '@path': pathname,
        '@query': search || '?',
      };
      const lines = covered
        .split(' ')
        .map(
          (name) => `${name}: ${values[name.slice(1, -1)] ?? request.headers[name.slice(1, -1)]}`,
        );
      const base = [...lines, `"@signature-params": ${parameters}`].join('\n');
      const signature = /^sig=:([\w+/=]+):$/.exec(request.headers.signature ?? '')?.[1] ?? '';
      const isGenuine =
        key !== undefined &&
        components === covered &&
        Math.abs(now - Number(created)) <= WINDOW_S &&
        !nonces.has(nonce) &&
        request.headers['content-digest'] === digest &&
        holds(key, base, Buffer.from(signature, 'base64'));
      if (!isGenuine) return response.writeHead(401).end();
      await onEvent(JSON.parse(body.toString()));
      nonces.set(nonce, now + 2 * WINDOW_S);
      response.writeHead(204).end();
    } catch (error) {
      console.error(error); // The service tries again.
      response.writeHead(500).end();
    }
  };
}

function holds(key, base, signature) {
  if (typeof key === 'string') {
    const expected = createHmac('sha256', key).update(base).digest();
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  }
  return key.asymmetricKeyType === 'ed25519'
    ? verify(null, Buffer.from(base), key, signature)
    : verify('sha256', Buffer.from(base), {key, dsaEncoding: 'ieee-p1363'}, signature);
}
