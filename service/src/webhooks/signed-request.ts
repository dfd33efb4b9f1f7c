import {hash, randomBytes} from 'node:crypto';
import {
  componentValue,
  coveredComponents,
  SIGNATURE_LABEL,
  signatureBase,
  signatureParams,
  type SignableRequest,
} from '@sealed-capture/seal/model/seal/message-signature.js';
import type {SigningKey} from './signing-key.js';

/**
 * The `tag` of the signatures. With it, a signature of a request to the service never passes for one of a webhook,
 * or the other way round.
 */
export const WEBHOOK_TAG = 'sealed-capture-webhook';

const NONCE_BYTES = 16;

/**
 * Headers of the request that delivers an event: its digest (RFC 9530), and a signature (RFC 9421) over the same
 * components as those of requests to the service. `Idempotency-Key` is the event's id.
 *
 * @param now epoch milliseconds
 */
export function signedHeaders(
  url: URL,
  {eventId, body}: {eventId: string; body: string},
  key: SigningKey,
  now: number,
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'content-digest': `sha-256=:${hash('sha256', body, 'base64')}:`,
    'idempotency-key': eventId,
  };
  const request: SignableRequest = {
    method: 'POST',
    url: url.href,
    header: (name) => headers[name],
  };
  const parameters = signatureParams(
    coveredComponents,
    {
      created: Math.floor(now / 1000),
      nonce: randomBytes(NONCE_BYTES).toString('base64url'),
      keyid: key.keyid,
    },
    {alg: key.alg, tag: WEBHOOK_TAG},
  );
  const base = signatureBase(coveredComponents, parameters, (name) =>
    componentValue(name, request),
  );
  if (base === undefined) throw new TypeError('A covered component has no value.');
  const signature = Buffer.from(key.sign(base)).toString('base64');
  return {
    ...headers,
    'signature-input': `${SIGNATURE_LABEL}=${parameters}`,
    signature: `${SIGNATURE_LABEL}=:${signature}:`,
  };
}
