import {type Superbox} from '../own-reader/files/boxes.js';
import {readCertificate} from '../own-reader/signature/certificates.js';
import {type EmbeddedStore} from '../own-reader/files/embedded-store.js';
import {hex} from '../own-reader/hashes.js';
import {
  ManifestStore,
  targetOf,
  type HashedLink,
  type StoredManifest,
} from '../own-reader/manifests.js';
import {type ByteRange} from '../own-reader/byte-range.js';
import {signatureAlgorithm, type CoseAlgorithm} from '../own-reader/signature/signature-check.js';
import {claimSignature, type ClaimSignature} from '../own-reader/signature/signature.js';
import {SANDBOX_ORGANISATION} from '../trust/sandbox.js';
import {utf8} from '../encoding/bytes.js';
import {derSignature} from './ecdsa-signature.js';
import {fileBinding, HARD_BINDING, type FileBinding} from './file-binding.js';
import {safeName} from './safe-name.js';
import {stampInfo, type StampInfo} from './stamp-info.js';

/** An assertion that the claim links to. */
export interface AssertionEvidence {
  label: string;
  /** Path of the file with the hashed bytes; undefined if the seal does not contain it. */
  path?: string;
  algorithm: string;
  hash: string;
}

/** The parts of a seal that other programs can check, and how. */
export interface SealEvidence {
  /** Files by path in the package. */
  files: Map<string, Uint8Array>;
  /** Where the store is in the file. */
  pieces: ByteRange[];
  /** Set if the seal could be parsed. */
  manifest?: {
    /** Where the claim begins in the store. */
    claimStart: number;
    signature?: CoseAlgorithm;
    hasCertificates: boolean;
    /** True if the signer's certificate says that it is one of a sandbox. */
    isOfSandbox: boolean;
    /** Undefined if there is none; `info` is undefined for an unknown form. */
    timestamp?: {info?: StampInfo};
    /**
     * Assertions that the script checks. The hard binding, and assertions that the seal lacks, are always among them.
     */
    assertions: AssertionEvidence[];
    /** Number of further assertions that the claim names. */
    assertionsLeftOut: number;
    binding: FileBinding;
  };
}

export const paths = {
  store: 'seal/manifest-store.c2pa',
  claim: 'seal/claim.cbor',
  chain: 'seal/certificate-chain.pem',
  signed: 'seal/signed-bytes.bin',
  signature: 'seal/signature.der',
  token: 'seal/timestamp-token.der',
  stamped: 'seal/stamped-bytes.bin',
  anchors: 'seal/trust-anchors.pem',
} as const;

const MOST_ASSERTIONS = 200;

interface NamedBox {
  /** Position in the claim. */
  index: number;
  label: string;
  link: HashedLink;
  box?: Superbox;
}

const namedBoxes = (manifest: StoredManifest): NamedBox[] =>
  manifest.links.map((link, index) => {
    const target = targetOf(link.url, manifest);
    const isOwn = target?.manifest === manifest.label;
    const label = target?.path?.split('/')[1] ?? 'unknown';
    return {index, label, link, box: isOwn ? manifest.boxes.get(target.path ?? '') : undefined};
  });

/** As many assertions as a script can check, in the claim's order. Many others cannot displace the important ones. */
function worthChecking(boxes: readonly NamedBox[]): NamedBox[] {
  const rank = ({label, box}: NamedBox) => (HARD_BINDING.test(label) ? 0 : box ? 2 : 1);
  const first = [...boxes].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_ASSERTIONS);
  return first.sort((a, b) => a.index - b.index);
}

/** The path of an assertion: the hash assertion has a name of its own; the others are numbered. */
function assertionPath(label: string, index: number): string {
  if (/^c2pa\.hash\.[a-z.]+$/.test(label)) return `seal/hash-assertion.jumbf`;
  const number = String(index + 1).padStart(3, '0');
  return `seal/assertions/${number} ${safeName(label)}.jumbf`;
}

function assertionFiles(
  boxes: readonly NamedBox[],
  files: Map<string, Uint8Array>,
): AssertionEvidence[] {
  const written = new Map<Superbox, string>();
  return boxes.map(({index, label, link, box}) => {
    const told = {label: safeName(label), algorithm: link.algorithm, hash: hex(link.hash)};
    if (!box) return told;
    const wanted = assertionPath(label, index);
    const path =
      written.get(box) ?? (files.has(wanted) ? `seal/assertions/${index + 1}.jumbf` : wanted);
    written.set(box, path);
    files.set(path, box.hashed);
    return {...told, path};
  });
}

async function signatureFiles(
  {algorithm: number, certificates, signed, value, timestamp}: ClaimSignature,
  files: Map<string, Uint8Array>,
): Promise<{algorithm?: CoseAlgorithm; isOfSandbox: boolean}> {
  const read = await Promise.all(certificates.map((der) => readCertificate(der, undefined)));
  const [leaf] = read;
  const algorithm = leaf && signatureAlgorithm(number, leaf.publicKey);
  // Damaged certificates are omitted; without the leaf nothing can be checked.
  const pems = read.flatMap((certificate) => (certificate ? [`${certificate.told.pem}\n`] : []));
  if (leaf) files.set(paths.chain, utf8(pems.join('')));
  files.set(paths.signed, signed);
  files.set(paths.signature, algorithm?.name === 'ECDSA' ? derSignature(value) : value);
  if (timestamp) {
    files.set(paths.token, timestamp.token);
    files.set(paths.stamped, timestamp.stamped);
  }
  const organisations = leaf?.x509.subjectName.getField('O') ?? [];
  return {algorithm, isOfSandbox: organisations.includes(SANDBOX_ORGANISATION)};
}

async function manifestEvidence(
  store: EmbeddedStore,
  fileLength: number,
  files: Map<string, Uint8Array>,
): Promise<SealEvidence['manifest']> {
  const {active} = new ManifestStore(store.bytes);
  const signature = active && claimSignature(active);
  if (!active || !signature) return undefined;
  files.set(paths.claim, active.claim);
  const {algorithm, isOfSandbox} = await signatureFiles(signature, files);
  const boxes = namedBoxes(active);
  const checked = worthChecking(boxes);
  return {
    claimStart: active.claim.byteOffset - store.bytes.byteOffset,
    signature: algorithm,
    hasCertificates: files.has(paths.chain),
    isOfSandbox,
    timestamp: signature.timestamp && {info: stampInfo(signature.timestamp.token)},
    assertions: assertionFiles(checked, files),
    assertionsLeftOut: boxes.length - checked.length,
    binding: active.isUpdate
      ? {kind: 'update'}
      : fileBinding(boxes, active.algorithm, fileLength, store.places),
  };
}

/** The content of a store, as files that other programs can check. */
export async function sealEvidence(
  store: EmbeddedStore,
  fileLength: number,
): Promise<SealEvidence> {
  const files = new Map<string, Uint8Array>([[paths.store, store.bytes]]);
  try {
    const manifest = await manifestEvidence(store, fileLength, files);
    return {files, pieces: store.pieces, manifest};
  } catch {
    return {files: new Map([[paths.store, store.bytes]]), pieces: store.pieces};
  }
}
