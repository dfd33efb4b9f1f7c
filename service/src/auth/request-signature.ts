import {createHash, timingSafeEqual} from 'node:crypto';
import type {FastifyRequest} from 'fastify';
import {componentValue, signatureBase} from '@sealed-capture/seal/model/seal/message-signature.js';
import type {ActiveKey} from '../keys/api-keys.js';
import type {KeySecret} from '../keys/key-secret.js';
import {ContentDigest} from './content-digest.js';
import {readSignature} from './message-signature-fields.js';
import {signableRequest} from './signable-request.js';
import {requireParameters} from './signature-requirements.js';
import {unauthorized} from './unauthorized.js';

/** A request with a valid signature. Its body is still to be compared with the digest. */
export interface SignedRequest {
  key: ActiveKey;
  /** The secret of the key that the signature was made with. */
  secret: KeySecret;
  /** The key's id as the request names it. */
  keyid: string;
  nonce: string;
  digest: ContentDigest;
}

export interface SignatureCheck {
  /**
   * Looks up a key.
   * @throws {ProblemError} 401 if this environment has no such key
   */
  keyOf: (id: string) => Promise<ActiveKey>;
  /** See {@link signableRequest}. */
  publicAddress: string | undefined;
}

export const isSigned = ({headers}: FastifyRequest): boolean =>
  headers['signature-input'] !== undefined || headers.signature !== undefined;

/**
 * Verifies a request's signature (RFC 9421, section 3.2), and that it covers the required components.
 * @throws {ProblemError} 401
 */
export async function verifySignature(
  {raw}: FastifyRequest,
  {keyOf, publicAddress}: SignatureCheck,
): Promise<SignedRequest> {
  const request = signableRequest(raw, publicAddress);
  if (!request) throw refused('The Host or the path is not written as in a URL.');
  const [input, signature] = [request.header('signature-input'), request.header('signature')];
  if (input === undefined) throw refused('A request with Signature needs Signature-Input.');
  if (signature === undefined) throw refused('A request with Signature-Input needs Signature.');
  const read = readSignature(input, signature);
  if (typeof read === 'string') throw refused(read);
  const parameters = requireParameters(read, request, Date.now() / 1000);
  if (typeof parameters === 'string') throw refused(parameters);
  const digest = new ContentDigest(request.header('content-digest') ?? '');
  const {keyid, nonce} = parameters;
  const key = await keyOf(keyid);
  const base = signatureBase(read.components, read.signatureParams, (name) =>
    componentValue(name, request),
  );
  const secret =
    base === undefined
      ? undefined
      : key.secrets.find((one) => same(one.sign(base), read.signature));
  if (!secret) {
    throw refused(
      'The signature does not match: the secret is another, or the request was changed after it was signed. Behind a proxy, the service has to know its public address.',
    );
  }
  return {key, secret, keyid, nonce, digest};
}

/** Compares in a time that does not depend on the content; the lengths may differ. */
const same = (one: Uint8Array, other: Uint8Array): boolean =>
  timingSafeEqual(sha256(one), sha256(other));

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

const refused = (detail: string) => unauthorized('signature', detail);
