import {
  componentValue,
  coveredComponents,
  keyIdOf,
  optionalComponents,
  SIGNATURE_LABEL,
  signatureBase,
  signatureParams,
  type SignableRequest,
} from '@sealed-capture/seal/model/seal/message-signature.js';
import type {HttpRequest} from '../../ports/browser/http.js';
import {toBase64, toBase64Url} from '../base64.js';
import {secureCrypto} from './secure-crypto.js';

/** The parts of a request that are signed. */
export type Signable = Pick<HttpRequest, 'url' | 'method' | 'headers' | 'body'>;

export interface Keys {
  apiKey: string;
  apiSecret: string;
}

const NONCE_BYTES = 16;
const utf8 = new TextEncoder();

/**
 * The headers of the request, with its signature (RFC 9421) and the digest of its body (RFC 9530).
 *
 * @param created epoch milliseconds by the service's clock
 */
export async function signedHeaders(
  request: Signable,
  {apiKey, apiSecret}: Keys,
  created: number,
): Promise<Record<string, string>> {
  const digest = await sha256(await bytesOf(request.body));
  const headers = {...request.headers, 'Content-Digest': `sha-256=:${toBase64(digest)}:`};
  const sent = new Headers(headers);
  const {method, url} = request;
  const signable: SignableRequest = {method, url, header: (name) => sent.get(name) ?? undefined};
  const components = coveredComponents.filter(
    (name) => !optionalComponents.includes(name) || sent.has(name),
  );
  const parameters = signatureParams(components, {
    created: Math.floor(created / 1000),
    nonce: toBase64Url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES))),
    keyid: await keyIdFor(apiKey),
  });
  const base = signatureBase(components, parameters, (name) => componentValue(name, signable));
  if (base === undefined) throw new TypeError('A signed request needs a Content-Type.');
  return {
    ...headers,
    'Signature-Input': `${SIGNATURE_LABEL}=${parameters}`,
    Signature: `${SIGNATURE_LABEL}=:${toBase64(await hmac(apiSecret, base))}:`,
  };
}

/** The id by which the service knows the key. */
export const keyIdFor = async (apiKey: string): Promise<string> =>
  keyIdOf(toBase64Url(await sha256(utf8.encode(apiKey))));

/** As fetch sends it. */
export const bytesOf = async (body: Signable['body']): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(body).arrayBuffer());

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await secureCrypto().digest('SHA-256', bytes));

async function hmac(secret: string, text: string): Promise<Uint8Array> {
  const subtle = secureCrypto();
  const algorithm = {name: 'HMAC', hash: 'SHA-256'};
  const key = await subtle.importKey('raw', utf8.encode(secret), algorithm, false, ['sign']);
  return new Uint8Array(await subtle.sign('HMAC', key, utf8.encode(text)));
}
