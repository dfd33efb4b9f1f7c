/**
 * What signed requests cover, in the terms of RFC 9421, shared by signers and verifiers. Signatures are
 * `hmac-sha256` with the key's secret, as UTF-8 text, and carry `created`, `nonce`, `keyid` and `tag`.
 */

/** Components that every signed request covers; optional ones if the request has the header. */
export const coveredComponents = [
  '@method',
  '@authority',
  '@path',
  '@query',
  'content-type',
  'content-digest',
  'idempotency-key',
] as const;

/** Absent from requests to `/tokens` and `/inspect`, and covered if present. */
export const optionalComponents: readonly string[] = ['idempotency-key'];

/** `alg` (RFC 9421, section 3.3.3). */
export const SIGNATURE_ALGORITHM = 'hmac-sha256';
/** `tag`: the purpose of the signature, so that one for another protocol does not count. */
export const SIGNATURE_TAG = 'sealed-capture';
/** Label of the signature in `Signature-Input` and `Signature`. */
export const SIGNATURE_LABEL = 'sig';
/**
 * Seconds by which `created` may differ from the service's clock. Nonces are stored for two windows and a minute,
 * because a signature that was made ahead of that clock is valid for up to two.
 */
export const SIGNATURE_WINDOW_S = 300;

/** The parts of a request that a signature can cover. */
export interface SignableRequest {
  method: string;
  /** Absolute, as it is sent. */
  url: string;
  /** The header's value by its lower-case name; undefined if it is not sent. */
  header(name: string): string | undefined;
}

/** A component's value (RFC 9421, section 2); undefined if the request has none. */
export function componentValue(name: string, request: SignableRequest): string | undefined {
  const {host, pathname, search} = new URL(request.url);
  switch (name) {
    case '@method':
      return request.method;
    case '@authority':
      return host.toLowerCase();
    case '@path':
      return pathname;
    case '@query':
      return search || '?';
    default:
      return request.header(name)?.trim();
  }
}

/** The lines that are signed (RFC 9421, section 2.5). Undefined if a component has no value. */
export function signatureBase(
  components: readonly string[],
  signatureParams: string,
  valueOf: (component: string) => string | undefined,
): string | undefined {
  const lines: string[] = [];
  for (const component of components) {
    const value = valueOf(component);
    if (value === undefined) return undefined;
    lines.push(`"${component}": ${value}`);
  }
  return [...lines, `"@signature-params": ${signatureParams}`].join('\n');
}

export interface SignatureParameters {
  /** Epoch seconds. */
  created: number;
  /** Base64url; never used twice. */
  nonce: string;
  /** Id of the API key: see {@link KEY_ID_PREFIX}. */
  keyid: string;
}

/** The value of `@signature-params` as this package writes it (RFC 9421, section 2.3). */
export function signatureParams(
  components: readonly string[],
  {created, nonce, keyid}: SignatureParameters,
  {alg, tag} = {alg: SIGNATURE_ALGORITHM, tag: SIGNATURE_TAG},
): string {
  const covered = components.map((component) => `"${component}"`).join(' ');
  return `(${covered});created=${created};nonce="${nonce}";keyid="${keyid}";alg="${alg}";tag="${tag}"`;
}

/**
 * A key's id is this prefix and the first 22 characters of the Base64url of the key's SHA-256: the key determines
 * the id, and the id reveals nothing about the key.
 */
export const KEY_ID_PREFIX = 'key_';

/** @param digest SHA-256 of the key as Base64url */
export const keyIdOf = (digest: string): string => `${KEY_ID_PREFIX}${digest.slice(0, 22)}`;

/**
 * Media type of encrypted requests: JWE (RFC 7516, compact, `alg` dir, `enc` A256GCM) of the body, with the key's
 * id as `kid` and the body's media type as `cty`. The key is HKDF-SHA-256 (RFC 5869) of the secret without salt,
 * with {@link ENCRYPTION_INFO}, so that it differs from the one for signatures.
 */
export const ENCRYPTED_MEDIA_TYPE = 'application/jose';
/** `info` of the HKDF. */
export const ENCRYPTION_INFO = 'sealed-capture request encryption';
