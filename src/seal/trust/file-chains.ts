import {contentOf, readDer, sequenceOf, tags} from '../encoding/der.js';
import {X5CHAIN} from '../encoding/cose-structures.js';
import {list} from '../../model/json/loose-json.js';
import {childOf, firstSuperbox, superboxesOf, type Superbox} from '../own-reader/files/boxes.js';
import {bytesOf, looseCbor, mapOf} from '../own-reader/loose-cbor.js';
import {ManifestStore} from '../own-reader/manifests.js';
import {claimSignature} from '../own-reader/signature/signature.js';
import {
  certificateFields,
  certificatesWithin,
  type CertificateFields,
} from './certificate-fields.js';

/** The certificates of one use, of all manifests of a file. */
export interface Chains {
  certificates: CertificateFields[];
  /** False if there may be further certificates that could not be parsed. */
  isComplete: boolean;
}

/** The certificates that a file carries, by use. */
export interface FileChains {
  /** Those of signers of claims, and of OCSP responders. */
  signers: Chains;
  /** Those of time stamps. */
  stamps: Chains;
}

const STAMP_HEADERS: readonly unknown[] = ['sigTst', 'sigTst2'];
const CHAIN_HEADERS: readonly unknown[] = [X5CHAIN, 'x5chain'];
const DEEPEST = 16;

class Collector implements FileChains {
  readonly signers: Chains = {certificates: [], isComplete: true};
  readonly stamps: Chains = {certificates: [], isComplete: true};

  /** Adds all manifests of a store. */
  addStore(store: Uint8Array): void {
    try {
      this.#addBox(firstSuperbox(store), 0);
    } catch {
      this.#addUnreadable(store);
    }
  }

  #addBox(box: Superbox, depth: number): void {
    const {contentType, label, hashed} = box;
    const isSignature = contentType === 'c2cs';
    const isStamp = label.startsWith('c2pa.time-stamp');
    if (isSignature || isStamp) {
      const cbor = childOf(box, 'cbor');
      if (!cbor || !(isSignature ? this.#addSignature(cbor) : this.#addStamps(cbor))) {
        this.#addUnreadable(hashed);
      }
      return;
    }
    if (label.startsWith('c2pa.certificate-status')) {
      this.signers.certificates.push(...certificatesWithin(hashed));
      return;
    }
    if (!box.children.some(({type}) => type === 'jumb')) return;
    if (depth >= DEEPEST) return this.#addUnreadable(hashed);
    let inner: Superbox[];
    try {
      inner = superboxesOf(box.children);
    } catch {
      return this.#addUnreadable(hashed);
    }
    for (const one of inner) this.#addBox(one, depth + 1);
  }

  /** Adds a COSE_Sign1; returns false if it cannot be parsed. */
  #addSignature(cbor: Uint8Array): boolean {
    try {
      const [header, unprotected] = list(looseCbor(cbor));
      const fields = header instanceof Uint8Array ? mapOf(looseCbor(header)) : new Map();
      for (const [name, value] of [...fields, ...mapOf(unprotected)]) {
        const values = byteStringsIn(value);
        if (CHAIN_HEADERS.includes(name)) for (const der of values) this.#addSigner(der);
        else if (STAMP_HEADERS.includes(name)) for (const token of values) this.#addToken(token);
        else this.signers.certificates.push(...values.flatMap(certificatesWithin));
      }
      return true;
    } catch {
      return false;
    }
  }

  /** Adds an assertion of time stamps for manifests; returns false if it cannot be parsed. */
  #addStamps(cbor: Uint8Array): boolean {
    try {
      for (const token of byteStringsIn(looseCbor(cbor))) this.#addToken(token);
      return true;
    } catch {
      return false;
    }
  }

  #addSigner(der: Uint8Array): void {
    const certificate = certificateFields(der);
    if (certificate) this.signers.certificates.push(certificate);
    else this.signers.isComplete = false;
  }

  #addToken(token: Uint8Array): void {
    const certificates = certificatesOfToken(token);
    this.stamps.certificates.push(...(certificates ?? certificatesWithin(token)));
    if (!certificates) this.stamps.isComplete = false;
  }

  /** Adds certificates of unknown use to both. */
  #addUnreadable(bytes: Uint8Array): void {
    const certificates = certificatesWithin(bytes);
    for (const chains of [this.signers, this.stamps]) {
      chains.certificates.push(...certificates);
      chains.isComplete = false;
    }
  }
}

/** The byte strings in a value of CBOR, at any depth. */
function byteStringsIn(value: unknown, depth = 0): Uint8Array[] {
  const bytes = bytesOf(value);
  if (bytes) return [bytes];
  if (depth >= DEEPEST) throw new RangeError('This is nested too deep.');
  const inner = Array.isArray(value) ? value : [...mapOf(value).values()];
  return inner.flatMap((one) => byteStringsIn(one, depth + 1));
}

/**
 * The certificates of a TimeStampToken, or of the response that contains it (RFC 3161); undefined if one cannot be
 * parsed.
 */
function certificatesOfToken(token: Uint8Array): CertificateFields[] | undefined {
  try {
    const [outer] = readDer(token);
    const [first, second] = sequenceOf(outer);
    const [, wrapped] = sequenceOf(first?.tag === tags.sequence ? second : outer);
    const [, , , ...rest] = sequenceOf(readDer(contentOf(wrapped, tags.zero))[0]);
    const certificates = rest.find(({tag}) => tag === tags.zero);
    const read = certificates
      ? readDer(certificates.content).map(({whole}) => certificateFields(whole))
      : [];
    return read.every((one) => one !== undefined) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Collects a file's certificates, in about 1 ms for each manifest. Damaged parts make them incomplete. */
export function chainsIn(store: Uint8Array): FileChains {
  const chains = new Collector();
  chains.addStore(store);
  return chains;
}

/** The certificates of a manifest's signature, leaf first; empty if they cannot be determined. */
export function signerChain(store: Uint8Array, manifest: string): CertificateFields[] {
  try {
    const found = new ManifestStore(store).find(manifest);
    const chain = found && claimSignature(found)?.certificates.map(certificateFields);
    return chain?.every((one) => one !== undefined) ? chain : [];
  } catch {
    return [];
  }
}
