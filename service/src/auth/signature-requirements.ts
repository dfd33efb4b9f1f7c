import type {BareItem} from 'structured-headers';
import {
  coveredComponents,
  optionalComponents,
  SIGNATURE_ALGORITHM,
  SIGNATURE_TAG,
  SIGNATURE_WINDOW_S,
  type SignableRequest,
  type SignatureParameters,
} from '@sealed-capture/seal/model/seal/message-signature.js';
import type {MessageSignature} from './message-signature-fields.js';

const SHORTEST_NONCE = 16;
const LONGEST_NONCE = 128;
const LONGEST_KEY_ID = 128;

const known: readonly string[] = coveredComponents;

/**
 * Checks that the signature has the required parameters and covers the required components. It does not verify the
 * signature.
 *
 * @param now epoch seconds
 * @returns the parameters, or a description of what is wrong
 */
export function requireParameters(
  {components, parameters}: MessageSignature,
  request: SignableRequest,
  now: number,
): SignatureParameters | string {
  const text = (name: string) => textOf(parameters.get(name));
  if (text('tag') !== SIGNATURE_TAG) return `The signature needs tag="${SIGNATURE_TAG}".`;
  if (parameters.has('alg') && text('alg') !== SIGNATURE_ALGORITHM) {
    return `The signature's alg must be "${SIGNATURE_ALGORITHM}".`;
  }
  const keyid = text('keyid');
  if (!keyid || keyid.length > LONGEST_KEY_ID) {
    return 'The signature needs keyid: the id of the API key.';
  }
  const nonce = text('nonce');
  if (nonce === undefined || nonce.length < SHORTEST_NONCE || nonce.length > LONGEST_NONCE) {
    return `The signature needs a nonce of ${SHORTEST_NONCE} to ${LONGEST_NONCE} characters.`;
  }
  const created = secondsOf(parameters.get('created'));
  if (created === undefined) return 'The signature needs created, in whole seconds since 1970.';
  if (Math.abs(now - created) > SIGNATURE_WINDOW_S) {
    return `The signature was created ${Math.abs(Math.round(now - created))} seconds ${created < now ? 'ago' : 'ahead'} by this service's clock, which the header Date tells; at most ${SIGNATURE_WINDOW_S} are accepted.`;
  }
  if (parameters.has('expires')) {
    const expires = secondsOf(parameters.get('expires'));
    if (expires === undefined || expires < now) return 'The signature has expired.';
  }
  return coverageGap(components, request) ?? {created, nonce, keyid};
}

/** A required component that is not covered, or a covered one that cannot be checked; undefined if there is none. */
function coverageGap(components: readonly string[], request: SignableRequest): string | undefined {
  for (const name of coveredComponents) {
    const optional = optionalComponents.includes(name) && request.header(name) === undefined;
    if (!optional && !components.includes(name)) return `The signature must cover "${name}".`;
    if (!name.startsWith('@') && !optional && request.header(name) === undefined) {
      return `The request needs the header ${name}.`;
    }
  }
  // Other headers, such as a trace id, may be covered too. Other derived components cannot be checked here.
  const unknown = components.some((name) => name.startsWith('@') && !known.includes(name));
  if (unknown) return `Of the components with @, only ${derived.join(', ')} are supported.`;
  const absent = components.some(
    (name) => !name.startsWith('@') && request.header(name) === undefined,
  );
  return absent ? 'The signature covers a header that the request does not have.' : undefined;
}

const derived = known.filter((name) => name.startsWith('@'));

const textOf = (value: BareItem | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

const secondsOf = (value: BareItem | undefined): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined;
