import {failureAs, type SealedCaptureError} from '../errors.js';
import type {Signature} from './inspection-result.js';

/**
 * What a file holds beside the verdict, as the device itself reads it: for people to look at. It decides nothing, and
 * of a seal that is not valid it is what the file claims.
 */
export interface FileFacts {
  /** Of the whole file, hexadecimal, lower case. */
  sha256: string;
  /** By the file's own first bytes; absent where they are of no type that seals are read from. */
  mediaType?: string;
  /** Absent where no seal was found, or none that can be taken apart. */
  seal?: SealContents;
}

/** The active manifest of a file. */
export interface SealContents {
  /** Its URN. */
  label: string;
  /**
   * True when the signature over the claim is of the first certificate, and everything told here has the hash that
   * the claim says. Whose certificate that is, and whether the file is the sealed one, is the verdict's to say: nobody
   * asked here who issued it, and what stands in a certificate is whatever its maker wrote. Seals of C2PA 1 carry their
   * certificates where no signature covers them, so anybody can put others of the same key in their place. Before a
   * name in one is shown as the signer's, compare the first with the verdict: {@link isCertificateOf}.
   */
  isAsSigned: boolean;
  /** Name and version of the program that made the claim. */
  claimGenerator?: string;
  /** What was done to the file, in order (C2PA 2.2, section 18.15). */
  actions: SealedAction[];
  /** How many more there are than anybody would read; absent where all are told. */
  actionsLeftOut?: number;
  /**
   * Of the signer, leaf first, as the signature carries them; mostly without the root. Empty where there are several
   * chains, or the leaf is damaged. Where no signature covers them, only as far as each has signed the one before.
   */
  certificates: Certificate[];
  /** DER of the RFC 3161 TimeStampToken. */
  timestampToken?: Uint8Array<ArrayBuffer>;
  /** What the file was made from (C2PA 2.2, section 18.16). */
  ingredients: Ingredient[];
  /**
   * How many more ingredients are named by the file and by the ingredients that are told; absent where all are told.
   * What those were made from themselves is not counted.
   */
  ingredientsLeftOut?: number;
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
  /** Mostly a file name. */
  title?: string;
  mediaType?: string;
  relationship?: 'parentOf' | 'componentOf' | 'inputTo';
  /** The picture of it that is in the seal. */
  thumbnail?: Blob;
  /** It had a seal of its own when it was added. */
  hasSeal?: true;
  /**
   * Who signed the ingredient's own seal, if it had one: the leaf's common name or organisation, as it stood there when
   * the ingredient was added. Whether anybody trusted it then is for `failures` to say. Absent where the hash of the
   * ingredient does not cover the signature, as of the first C2PA versions.
   */
  signedBy?: string;
  /** Codes of checks that failed when it was added. */
  failures: string[];
  /** How many more codes there are; absent where all are told. */
  failuresLeftOut?: number;
  /** What it was itself made from. */
  ingredients: Ingredient[];
}

/** RFC 4514: each type and value, without escapes; a certificate's reader escapes NUL alone as hexadecimal. */
const attribute = /(?:^|[,+])([^=,+]+)=((?:\\.|[^\\,+])*)/gs;
const unescaped = (value: string): string =>
  value.replace(/\\(00|.)/gs, (_, one: string) => (one === '00' ? '\0' : one));

/** Of RFC 4514: the first of these types that there is; undefined without one, and where there are several of it. */
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
 * True when a certificate has the names and times that a verdict gives of the one that signed. Without a name or a time
 * in either it is false.
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

/** What the device itself reads of a file, once it is looked at. */
export type FactsState =
  | {name: 'waiting'}
  | {name: 'reading'}
  | {name: 'read'; facts: FileFacts}
  | {name: 'failed'; error: SealedCaptureError};

/** What came of reading them. Never rejects. */
export const factsStateOf = (reading: Promise<FileFacts>): Promise<FactsState> =>
  reading.then(
    (facts) => ({name: 'read', facts}),
    (thrown: unknown) => ({
      name: 'failed',
      error: failureAs('media_unsupported', thrown),
    }),
  );
