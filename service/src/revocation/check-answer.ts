import 'reflect-metadata';
import {ExtendedKeyUsageExtension, X509Certificate as ParsedCertificate} from '@peculiar/x509';
import {X509Certificate} from 'node:crypto';
import {equalBytes} from '@sealed-capture/seal/encoding/bytes.js';
import {readOcspAnswer, type OcspAnswer} from '@sealed-capture/seal/encoding/ocsp.js';
import {isSignedBy} from '@sealed-capture/seal/node/der-signature.js';
import {keyUsages} from '@sealed-capture/seal/trust/key-usages.js';
import {
  certificateParts,
  isIssuedBy,
  keyHash,
} from '@sealed-capture/seal/revocation/certificate-id.js';

/** Clocks differ: an answer may be dated slightly in the future, and must be valid slightly longer. */
const LEEWAY_MS = 5 * 60_000;

/** A verified answer. Times are epoch milliseconds. */
export interface CheckedAnswer {
  name: 'good' | 'revoked';
  der: Uint8Array;
  thisUpdate: number;
  /** The time from which a newer answer should be available, with some leeway. */
  until: number;
}

/** An answer that says nothing about the certificate in question; its message says why. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}

function ensure(holds: boolean, reason: string): asserts holds {
  if (!holds) throw new UnusableAnswer(reason);
}

/**
 * Verifies an OCSP answer to a request without a nonce (RFC 6960, section 3.2).
 *
 * @param leaf DER of the certificate in question
 * @param issuer DER of its issuer's certificate
 * @throws {UnusableAnswer}
 */
export function checkAnswer(
  der: Uint8Array,
  leaf: Uint8Array,
  issuer: Uint8Array,
  now: number,
): CheckedAnswer {
  const answer = read(der);
  const [leafParts, issuerParts] = [certificateParts(leaf), certificateParts(issuer)];
  const statement = answer.statements.find(
    ({id}) => equalBytes(id.serialNumber, leafParts.serialNumber) && isIssuedBy(id, issuerParts),
  );
  ensure(statement !== undefined, 'It is about other certificates.');
  ensure(isAuthorised(answer, new X509Certificate(issuer), now), 'Its signature does not hold.');
  ensure(answer.nonce === undefined, 'It answers another request.');
  const {status, thisUpdate, nextUpdate} = statement;
  ensure(status !== 'unknown', 'The responder does not know the certificate.');
  ensure(thisUpdate <= now + LEEWAY_MS, 'It is from the future.');
  // A revocation remains true until a later answer contradicts it.
  if (status === 'revoked') return {name: status, der, thisUpdate, until: Infinity};
  ensure(nextUpdate !== undefined, 'It does not say for how long it holds.');
  ensure(nextUpdate > now + LEEWAY_MS, 'It has expired.');
  return {name: status, der, thisUpdate, until: nextUpdate - LEEWAY_MS};
}

function read(der: Uint8Array): OcspAnswer {
  try {
    return readOcspAnswer(der);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UnusableAnswer(error.message, {cause: error});
  }
}

/**
 * True if the answer is signed by the issuer, or by a responder that the issuer has certified for this (section
 * 4.2.2.2).
 */
function isAuthorised(answer: OcspAnswer, issuer: X509Certificate, now: number): boolean {
  const delegated = answer.certificates
    .map(parse)
    .filter((one) => one !== undefined)
    .filter((one) => isDelegated(one, issuer, now));
  return [issuer, ...delegated].some((one) => isNamed(answer, one) && hasSigned(answer, one));
}

function parse(der: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

function isDelegated(one: X509Certificate, issuer: X509Certificate, now: number): boolean {
  const usage = new ParsedCertificate(Uint8Array.from(one.raw)).getExtension(
    ExtendedKeyUsageExtension,
  );
  return (
    usage?.usages.map(String).includes(keyUsages.ocspSigning) === true &&
    Date.parse(one.validFrom) <= now &&
    Date.parse(one.validTo) >= now &&
    one.issuer === issuer.subject &&
    one.verify(issuer.publicKey)
  );
}

function isNamed({responder}: OcspAnswer, {raw}: X509Certificate): boolean {
  const parts = certificateParts(raw);
  return 'name' in responder
    ? equalBytes(responder.name, parts.subject)
    : equalBytes(responder.keyHash, keyHash(parts));
}

const hasSigned = ({signature}: OcspAnswer, {publicKey}: X509Certificate): boolean =>
  signature !== undefined && isSignedBy(signature, publicKey);
