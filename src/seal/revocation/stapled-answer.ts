import {Tagged} from '../encoding/cbor.js';
import {readBoxes} from '../encoding/jumbf-reader.js';
import {COSE_SIGN1, X5CHAIN} from '../encoding/cose-structures.js';
import {equalBytes} from '../encoding/bytes.js';
import {contentOf as derContent, oidOf, readDer, sequenceOf, tags} from '../encoding/der.js';
import {readOcspAnswer} from '../encoding/ocsp.js';
import {readCbor, readCborMap} from '../checking/read-manifest.js';
import {type Check, type Signature} from '../../model/inspection/inspection-result.js';
import {utc} from '../../model/utc.js';
import {explain} from '../engine/explanations.js';
import {contentOf} from '../engine/exact-assertion.js';
import {type Findings} from '../engine/findings.js';
import {NOT_REVOKED} from '../status-codes.js';

const UNKNOWN = 'signingCredential.ocsp.unknown';
/** Validity of answers that state none, as in the engine. */
const DAY_MS = 86_400_000;
const EMPTY = new Uint8Array(0);
const EXTENDED_KEY_USAGE = '551d25';
const OCSP_SIGNING = '2b06010505070309';

/** When an OCSP answer in a seal was made, and until when it is valid, in epoch milliseconds. */
export interface StapledAnswer {
  thisUpdate: number;
  until: number;
  /** Signed by a certificate that the signer's own issuer has issued for OCSP. */
  isAuthorised: boolean;
}

export const saysNotRevoked = ({success, informational}: Findings): boolean =>
  success.includes(NOT_REVOKED) || informational.includes(NOT_REVOKED);

/** The first element of the list, which is the one that the engine uses. */
const firstOf = (value: unknown): unknown =>
  Array.isArray(value) ? (value as unknown[])[0] : value;

const valueIn = (map: unknown, key: unknown): unknown =>
  map instanceof Map ? map.get(key) : undefined;

/**
 * The times of the OCSP answer in a seal about its signer's certificate. The engine decides whether the answer is
 * authentic.
 */
export function stapledAnswer(store: Uint8Array, manifest: string): StapledAnswer | undefined {
  try {
    const [box] = ['c2pa', manifest, 'c2pa.signature'].reduce(contentOf, readBoxes(store));
    const sign1 = box && readCbor(box.content);
    if (!(sign1 instanceof Tagged) || sign1.tag !== COSE_SIGN1) return undefined;
    const [header, unprotected] = sign1.value as unknown[];
    const chain =
      header instanceof Uint8Array
        ? (readCborMap(header).get(X5CHAIN) ?? valueIn(unprotected, 'x5chain'))
        : undefined;
    const leaf = firstOf(chain);
    const carried = firstOf(valueIn(valueIn(unprotected, 'rVals'), 'ocspVals'));
    if (!(leaf instanceof Uint8Array) || !(carried instanceof Uint8Array)) return undefined;
    const {statements, producedAt, certificates} = readOcspAnswer(carried);
    const [serialNumber, issuer] = fieldsOf(leaf);
    const found = statements.find(
      ({id, status}) => status === 'good' && equalBytes(id.serialNumber, serialNumber),
    );
    const [responder] = certificates;
    return (
      found && {
        thisUpdate: found.thisUpdate,
        until: found.nextUpdate ?? producedAt + DAY_MS,
        isAuthorised: responder !== undefined && mayAnswer(responder, issuer),
      }
    );
  } catch {
    return undefined;
  }
}

/** Serial number, DER of the issuer's name, and extensions by object identifier (RFC 5280, section 4.1). */
function fieldsOf(certificate: Uint8Array): [Uint8Array, Uint8Array, Map<string, Uint8Array>] {
  const [body] = sequenceOf(readDer(certificate)[0]);
  const fields = sequenceOf(body);
  const [serial, , issuer] = fields[0]?.tag === tags.zero ? fields.slice(1) : fields;
  if (!issuer) throw new RangeError('This is not a certificate.');
  const extensions = sequenceOf(readDer(derContent(fields.at(-1), tags.three))[0]).map(sequenceOf);
  return [
    derContent(serial, tags.integer),
    issuer.whole,
    new Map(
      extensions.map(([type, ...rest]) => [oidOf(type), derContent(rest.at(-1), tags.octetString)]),
    ),
  ];
}

/**
 * Checks who may answer. The engine only verifies that the first certificate signed the answer and leads to a root,
 * and accepts any certificate, even the signer's own, whose key may be stolen.
 */
function mayAnswer(responder: Uint8Array, issuerOfSigner: Uint8Array): boolean {
  const [, issuer, extensions] = fieldsOf(responder);
  const usages = sequenceOf(readDer(extensions.get(EXTENDED_KEY_USAGE) ?? EMPTY)[0]);
  return equalBytes(issuer, issuerOfSigner) && usages.some((one) => oidOf(one) === OCSP_SIGNING);
}

/** What is known of revocation, with its date. */
export interface Revocation {
  findings: Findings;
  /** ISO 8601; undefined if the seal does not prove that its certificate was not revoked. */
  notRevokedAt?: string;
}

/**
 * Accepts the engine's finding that the certificate was not revoked only if the seal carries an answer of an
 * authorized responder that was valid when the seal was made; without a time stamp the engine does not check that.
 *
 * @param isAlone true if the engine had no other answer and no other certificate to judge
 * @param sealedAt by a trusted time stamp; without one, the current time is used
 */
export function revocationOf(
  findings: Findings,
  answer: StapledAnswer | undefined,
  sealedAt: Signature['timestamp'],
  isAlone = true,
): Revocation {
  if (!saysNotRevoked(findings)) return {findings};
  const at = sealedAt === undefined ? Date.now() : Date.parse(sealedAt);
  if (isAlone && answer?.isAuthorised && at <= answer.until) {
    const time = utc(answer.thisUpdate);
    return {findings, notRevokedAt: time};
  }
  const without = (codes: string[]) => codes.filter((code) => code !== NOT_REVOKED);
  const informational = [...without(findings.informational), UNKNOWN];
  return {findings: {...findings, success: without(findings.success), informational}};
}

/** Adds the date to the check: "not revoked" without a date would claim too much. */
export function withDate(checks: readonly Check[], notRevokedAt: string | undefined): Check[] {
  if (notRevokedAt === undefined) return [...checks];
  const explanation = `${explain(NOT_REVOKED).replace(/\.$/, '')} as of ${notRevokedAt.slice(0, 16).replace('T', ', ')} UTC.`;
  return checks.map((check) =>
    check.code === NOT_REVOKED && !check.inIngredient ? {...check, explanation} : check,
  );
}

const STATUS_ASSERTION = new TextEncoder().encode('c2pa.certificate-status');

/** True if a store contains OCSP answers beside those of its signatures, from anybody. */
export function hasStatusAssertion(store: Uint8Array): boolean {
  const [first = 0] = STATUS_ASSERTION;
  for (let at = store.indexOf(first); at >= 0; at = store.indexOf(first, at + 1)) {
    if (STATUS_ASSERTION.every((byte, index) => store[at + index] === byte)) return true;
  }
  return false;
}
