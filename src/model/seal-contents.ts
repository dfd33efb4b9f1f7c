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
   * the claim says. Whose certificate that is, and whether the file is the sealed one, is the verdict's to say.
   */
  isAsSigned: boolean;
  /** Name and version of the program that made the claim. */
  claimGenerator?: string;
  /** What was done to the file, in order (C2PA 2.2, section 18.15). */
  actions: SealedAction[];
  /** Of the signer, leaf first, as the signature carries them; mostly without the root. */
  certificates: Certificate[];
  /** DER of the RFC 3161 TimeStampToken. */
  timestampToken?: Uint8Array<ArrayBuffer>;
  /** What the file was made from (C2PA 2.2, section 18.16). */
  ingredients: Ingredient[];
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
  /** Who signed the ingredient's own seal, if it had one: the leaf's common name or organisation. */
  signedBy?: string;
  /** Codes of checks that failed when it was added. */
  failures: string[];
  /** What it was itself made from. */
  ingredients: Ingredient[];
}
