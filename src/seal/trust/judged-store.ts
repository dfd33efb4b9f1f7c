import {sha256} from '@noble/hashes/sha2.js';
import {ascii} from '../encoding/bytes.js';
import {NOBODY, type EngineTrust} from '../engine/engine-settings.js';
import {ManifestStore, type StoredManifest} from '../own-reader/manifests.js';
import {claimSignature} from '../own-reader/signature/signature.js';
import {judgeAnswers, type StapledAnswer} from '../revocation/judge-answers.js';
import {NOT_REVOKED, SIGNER_TRUSTED, STAMP_TRUSTED} from '../status-codes.js';
import {judgeStamp} from '../stamps/judge-stamp.js';
import {type Trust} from './anchors.js';
import {type Judgement} from './certificate-path.js';
import {certificateFields, contains} from './certificate-fields.js';
import {judgeChain} from './judge.js';

/** The trust in one manifest of a store. */
export interface JudgedManifest {
  /** DER of the signer's certificate, and of those that it carries; empty if there is no chain that can be read. */
  chain: readonly Uint8Array[];
  signer: Judgement;
  /** The codes about trust that are true of it (C2PA 2.4, "Standard status codes"). */
  codes: ReadonlySet<string>;
  /** Certificates that signed the claim or an OCSP answer, and whether they are trusted for that. */
  signed: readonly Signed[];
  /** The OCSP answer in its signature, if that says that all is well. */
  stapled?: StapledAnswer;
  stamp: {name: 'none' | 'untrusted'} | {name: 'trusted'; issuer: Uint8Array};
  /** False if there may be a time stamp that was not judged. */
  isClear: boolean;
}

interface Signed {
  certificate: Uint8Array;
  isTrusted: boolean;
}

/** The trust in all manifests of a store, by their labels, and what the engine is told of it. */
export interface JudgedStore {
  manifests: ReadonlyMap<string, JudgedManifest>;
  engine: EngineTrust;
}

export interface Judge {
  trust: Trust;
  /** Epoch milliseconds, for what has no trusted time stamp. */
  now: number;
}

/** Most manifests whose chains are judged; the signers of others are not trusted. */
const MOST_MANIFESTS = 256;
/** Assertions that carry time stamps beside that of the signature. */
const OTHER_STAMPS = /\/(c2pa\.time-stamp|cawg\.identity)/;

/**
 * Judges the signers, time stamps and OCSP responders of a manifest store, before the engine reads it. A page that is
 * not served over https has no WebCrypto: there, the engine itself verifies the paths, with all anchors.
 */
export async function judgeStore(store: Uint8Array, judge: Judge): Promise<JudgedStore> {
  const {subtle} = globalThis.crypto as Partial<Crypto>;
  const manifests = new Map<string, JudgedManifest>();
  if (!subtle) {
    const {signers, timeStamps} = judge.trust;
    return {manifests, engine: {...NOBODY, signers: signers.pem, timeStamps: timeStamps.pem}};
  }
  const found = manifestsIn(store);
  for (const manifest of found.slice(0, MOST_MANIFESTS)) {
    if (manifest) manifests.set(manifest.label, await judgeManifest(manifest, judge, subtle));
  }
  const isClear = manifests.size === found.length;
  return {manifests, engine: engineTrust([...manifests.values()], isClear)};
}

/** The manifests in a store; undefined for each that cannot be read. */
function manifestsIn(store: Uint8Array): (StoredManifest | undefined)[] {
  try {
    const read = new ManifestStore(store);
    return read.labels.map((label) => read.find(label));
  } catch {
    return [undefined];
  }
}

async function judgeManifest(
  manifest: StoredManifest,
  {trust, now}: Judge,
  subtle: SubtleCrypto,
): Promise<JudgedManifest> {
  const signature = claimSignature(manifest);
  if (!signature) return UNREADABLE;
  const {claimVersion, boxes} = manifest;
  const {certificates: chain, timestamp, hasOtherStamps} = signature;
  const judged = timestamp && (await judgeStamp(timestamp.token, timestamp.stamped, trust, subtle));
  const held = typeof judged === 'string' ? undefined : judged;
  const issuer = held && 'issuer' in held.authority ? held.authority.issuer : undefined;
  // A time stamp of a claim of version 1 counts whoever gave it; see engine/stamp-authority.ts.
  const isTimed = issuer !== undefined || (claimVersion === 1 && held !== undefined);
  const at = isTimed ? held!.time : now;
  const signer = await judgeSigner(chain, at, isTimed, trust, subtle);
  const answeredAt = issuer === undefined ? now : held!.time;
  const answers = await judgeAnswers(manifest, signature, answeredAt, trust, subtle);
  const stapled = answers.find((one) => one.stapled);
  const codes = [
    ...(signer.name === 'trusted' && contains(signer, at) ? [SIGNER_TRUSTED] : []),
    ...(isTimed ? [STAMP_TRUSTED] : []),
    ...(stapled?.isTrusted ? [NOT_REVOKED] : []),
  ];
  const [leaf] = chain;
  const signed = leaf ? [{certificate: leaf, isTrusted: signer.name === 'trusted'}] : [];
  return {
    chain,
    signer,
    codes: new Set(codes),
    signed: [...signed, ...answers],
    stapled: stapled?.stapled,
    stamp: issuer ? {name: 'trusted', issuer} : {name: timestamp ? 'untrusted' : 'none'},
    isClear: !hasOtherStamps && ![...boxes.keys()].some((path) => OTHER_STAMPS.test(path)),
  };
}

const UNREADABLE: JudgedManifest = {
  chain: [],
  signer: {name: 'untrusted', fault: 'damaged'},
  codes: new Set(),
  signed: [],
  stamp: {name: 'none'},
  isClear: false,
};

/**
 * Judges the signer at a trusted time, or now. If there is no such time and the certificate has expired, it is judged
 * when it last was valid: that it has expired is the engine's finding.
 */
async function judgeSigner(
  chain: readonly Uint8Array[],
  at: number,
  isTimed: boolean,
  trust: Trust,
  subtle: SubtleCrypto,
): Promise<Judgement> {
  const [leaf] = chain;
  const fields = leaf && certificateFields(leaf);
  if (!fields) return {name: 'untrusted', fault: 'damaged'};
  const {validity} = fields;
  if (trust.allows?.(leaf)) {
    return {name: 'trusted', list: 'interim', issuer: leaf, ...validity};
  }
  const time = isTimed ? at : Math.min(Math.max(at, validity.from), validity.to);
  return judgeChain(chain, 'signer', time, trust, subtle);
}

/** What the engine is told, so that it finds what was judged. */
function engineTrust(manifests: readonly JudgedManifest[], isClear: boolean): EngineTrust {
  const signed = new Map<string, boolean>();
  for (const {certificate, isTrusted} of manifests.flatMap((one) => one.signed)) {
    const digest = base64(sha256(certificate));
    // A certificate that may sign claims may not answer for responders, nor the reverse.
    signed.set(digest, isTrusted && signed.get(digest) !== false);
  }
  const stamps = manifests.map(({stamp}) => stamp);
  const issuers = stamps.flatMap((stamp) => (stamp.name === 'trusted' ? [stamp.issuer] : []));
  const areAllTrusted =
    isClear &&
    issuers.length > 0 &&
    manifests.every((one) => one.isClear && one.stamp.name !== 'untrusted');
  return {
    ...NOBODY,
    certificates: [...signed].filter(([, isTrusted]) => isTrusted).map(([digest]) => digest),
    areStampsTrusted: areAllTrusted,
    // Otherwise the engine itself compares the issuers of the time stamps.
    timeStamps: areAllTrusted ? '' : [...new Set(issuers.map(pemOf))].join(''),
  };
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const pemOf = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${btoa(ascii(der, 0, der.length))}\n-----END CERTIFICATE-----\n`;
