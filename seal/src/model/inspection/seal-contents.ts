import {failureAs, type SealedCaptureError} from '../errors.js';
import type {Signature} from './inspection-result.js';
import type {Loose} from '../json/record.js';

/**
 * The content of a file as the device itself reads it, for display beside the verdict. It decides nothing; unless
 * the seal is valid, it consists of the file's claims.
 */
export interface FileFacts {
  /** Of the whole file, hexadecimal, lower case. */
  sha256: string;
  /** Determined from the file's first bytes; absent for types without readable seals. */
  mediaType?: string;
  /** Absent if no seal was found, or it could not be parsed. */
  seal?: SealContents;
  /** Of a picture without a seal, or one that was there before it was sealed (c2pa.opened); absent if it says nothing. */
  unsealed?: UnsealedMetadata;
}

/**
 * What a picture says of itself (EXIF). Anybody can write it. The sections have the fields and units of
 * an inspection's result, as far as they are known.
 */
export interface UnsealedMetadata {
  gps?: Loose;
  camera?: Loose;
  device?: Loose;
  /** ISO 8601; without a zone, it is the time of the camera's clock. */
  takenAt?: string;
  software?: string;
}

/** The active manifest of a file. */
export interface SealContents {
  /** Its URN. */
  label: string;
  /**
   * True when the claim is signed with the key of the first certificate, and everything listed here has the hash
   * that the claim states. Who owns that certificate, and whether the seal belongs to the file, is for the verdict:
   * the issuer is not checked here, and anybody can write any name into a certificate. In seals of C2PA 1 the
   * signature does not cover the certificates, so anybody can replace them by others with the same key. Before a
   * name is shown as the signer's, compare the first certificate with the verdict: {@link isCertificateOf}.
   */
  isAsSigned: boolean;
  /** Name and version of the program that made the claim. */
  claimGenerator?: string;
  /** Absent if nothing of it was sealed, or is as it was signed. */
  attitude?: SealedAttitude;
  /** What was done to the file, in order (C2PA 2.2, section 18.15). */
  actions: SealedAction[];
  /** Number of omitted actions; absent if all are listed. */
  actionsLeftOut?: number;
  /**
   * The signer's certificates, leaf first, as the signature carries them; usually without the root. Empty if there
   * are several chains, or the leaf is damaged. If the signature does not cover them, only as far as each has
   * signed the one before.
   */
  certificates: Certificate[];
  /** DER of the RFC 3161 TimeStampToken. */
  timestampToken?: Uint8Array<ArrayBuffer>;
  /** The files that this one was made from (C2PA 2.2, section 18.16). */
  ingredients: Ingredient[];
  /**
   * Number of further ingredients of the file and of the listed ingredients; absent if all are listed. Ingredients
   * of omitted ones are not counted.
   */
  ingredientsLeftOut?: number;
}

/** Where the camera looked and how the device was held, in degrees, as in the sections `magnetometer` and `orientation`. */
export interface SealedAttitude {
  heading?: number;
  roll?: number;
  pitch?: number;
}

export interface SealedAction {
  /** E.g. "c2pa.created". */
  name: string;
  /** ISO 8601, as the claim has it. */
  when?: string;
  /** The program that did it. */
  software?: string;
  /** IRI, e.g. http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture. */
  digitalSourceType?: string;
}

/** X.509 (RFC 5280). */
export interface Certificate {
  /** RFC 4514, e.g. "CN=Sealer,O=Harbour Claims Ltd". */
  subject: string;
  issuer: string;
  /** Hexadecimal. */
  serialNumber: string;
  /** ISO 8601 in UTC. */
  validFrom: string;
  validTo: string;
  /** Of the public key, e.g. "ECDSA P-256". */
  keyAlgorithm: string;
  /** SHA-256 of the DER, hexadecimal. */
  fingerprint: string;
  pem: string;
}

/** A file that another was made from, as it was when it was added. */
export interface Ingredient {
  /** Usually a file name. */
  title?: string;
  mediaType?: string;
  relationship?: 'parentOf' | 'componentOf' | 'inputTo';
  /** The picture of it in the seal. */
  thumbnail?: Blob;
  /** Set if it had a seal of its own when it was added. */
  hasSeal?: true;
  /**
   * Signer of the ingredient's own seal, if it had one: the leaf's common name or organisation when the ingredient
   * was added. `failures` says whether the signer was trusted then. Absent if the hash of the ingredient does not
   * cover the signature, as in the first C2PA versions.
   */
  signedBy?: string;
  /** Codes of checks that failed when it was added. */
  failures: string[];
  /** Number of omitted codes; absent if all are listed. */
  failuresLeftOut?: number;
  /** The files that it was itself made from. */
  ingredients: Ingredient[];
}

/**
 * Matches the types and values of RFC 4514, without decoding escapes; the reader of certificates escapes only NUL
 * as hexadecimal.
 */
const attribute = /(?:^|[,+])([^=,+]+)=((?:\\.|[^\\,+])*)/gs;
const unescaped = (value: string): string =>
  value.replace(/\\(00|.)/gs, (_, one: string) => (one === '00' ? '\0' : one));

/** The value of the first of these types in a name by RFC 4514; undefined if there is none, or it is repeated. */
export function nameIn(
  distinguishedName: string,
  types: readonly ('CN' | 'O')[] = ['CN', 'O'],
): string | undefined {
  const parts = [...distinguishedName.matchAll(attribute)];
  for (const wanted of types) {
    const [only, ...others] = parts.filter(([, type]) => type === wanted);
    if (only) return others.length === 0 ? unescaped(only[2] ?? '') : undefined;
  }
  return undefined;
}

/**
 * True when a certificate has the names and times of the signer in a verdict. False if either lacks a name or a
 * time.
 */
export function isCertificateOf(
  {subject, issuer, validFrom, validTo}: Certificate,
  signature: Signature | undefined,
): boolean {
  const isSameTime = (one: string, other = '') => Date.parse(one) === Date.parse(other);
  return (
    signature?.signedBy !== undefined &&
    nameIn(subject) === signature.signedBy &&
    signature.issuedBy !== undefined &&
    nameIn(issuer) === signature.issuedBy &&
    isSameTime(validFrom, signature.validFrom) &&
    isSameTime(validTo, signature.validTo)
  );
}

/** State of reading the facts of a file. */
export type FactsState =
  | {name: 'waiting'}
  | {name: 'reading'}
  | {name: 'read'; facts: FileFacts}
  | {name: 'failed'; error: SealedCaptureError};

/** The final state of a reading. Never rejects. */
export const factsStateOf = (reading: Promise<FileFacts>): Promise<FactsState> =>
  reading.then(
    (facts) => ({name: 'read', facts}),
    (thrown: unknown) => ({
      name: 'failed',
      error: failureAs('media_unsupported', thrown),
    }),
  );
