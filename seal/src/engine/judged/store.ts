import {sha256} from '@noble/hashes/sha2.js';
import {ascii, base64} from '../../encoding/bytes.js';
import {NOBODY, type EngineTrust} from '../engine-settings.js';
import {ManifestStore, type StoredManifest} from '../../own-reader/manifests.js';
import {claimSignature} from '../../own-reader/signature/signature.js';
import {judgeAnswers, type StapledAnswer} from '../../revocation/judge-answers.js';
import {NOT_REVOKED, SIGNER_TRUSTED, STAMP_TRUSTED, STAMP_UNSUPPORTED} from '../../status-codes.js';
import {judgeStamp} from '../../stamps/judge-stamp.js';
import {type Trust} from '../../trust/anchors.js';
import {verifierFor, type Judgement, type Verifier} from '../../trust/certificate-path.js';
import {certificateFields, contains} from '../../trust/certificate-fields.js';
import {judgeChain} from '../../trust/judge.js';

/** The trust in one manifest of a store. */
export interface JudgedManifest {
  /** DER of the signer's certificate, and of those that it carries; empty if there is no chain that can be read. */
  chain: readonly Uint8Array[];
  signer: Judgement;
  /** The codes about trust that are true of it (C2PA 2.4, "Standard status codes"). */
  codes: ReadonlySet<string>;
  /** Certificates that signed the claim or an OCSP answer and are trusted for that. */
  trusted: readonly Uint8Array[];
  /** The OCSP answer in its signature, if that says that all is well. */
  stapled?: StapledAnswer;
  /** DER of the certificate above that of the time-stamp authority, if that is trusted. */
  stampIssuer?: Uint8Array;
  /** True if its time stamp has an algorithm that is not known here. */
  isStampUnsupported?: boolean;
  /** True if it has no time stamp but such that are trusted. */
  areStampsTrusted: boolean;
}

/** The trust in all manifests of a store, by their labels, and what the engine is told of it. */
export interface JudgedStore {
  manifests: ReadonlyMap<string, JudgedManifest>;
  engine: EngineTrust;
  /** False on a page that is not served over https, which has no WebCrypto: the engine judges there. */
  isJudged: boolean;
}

/** Whom to trust, and when. */
export interface TrustNow {
  trust: Trust;
  /** Epoch milliseconds, for what has no trusted time stamp. */
  now: number;
  /** What may be done for the file; undefined without WebCrypto. */
  verifier: Verifier | undefined;
}

/** Trust for the reading of one file. */
export function trustNow(trust: Trust, now: number): TrustNow {
  const {subtle} = globalThis.crypto as Partial<Crypto>;
  return {trust, now, verifier: subtle && verifierFor(subtle)};
}

/** Most manifests whose chains are judged; the signers of others are not trusted. */
const MOST_MANIFESTS = 256;
/** Assertions that carry time stamps beside that of the signature. */
const FURTHER_STAMPS = /\/(c2pa\.time-stamp|cawg\.identity)/;

/**
 * Judges the signers, time stamps and OCSP responders of a manifest store, before the engine reads it. Without
 * WebCrypto, the engine itself verifies their paths, with all anchors.
 */
export async function judgeStore(store: Uint8Array, asked: TrustNow): Promise<JudgedStore> {
  const {trust, verifier} = asked;
  const manifests = new Map<string, JudgedManifest>();
  // The newest is the last.
  const found = manifestsIn(store).reverse();
  for (const manifest of found.slice(0, MOST_MANIFESTS)) {
    if (manifest) manifests.set(manifest.label, await judgeManifest(manifest, asked));
  }
  const all = [...manifests.values()];
  if (verifier) {
    const engine = engineTrust(all, all.length === found.length);
    return {manifests, engine, isJudged: true};
  }
  const {signers, timeStamps, allows} = trust;
  const allowed = all.flatMap(({chain: [leaf]}) =>
    leaf && allows?.(leaf) ? [digestOf(leaf)] : [],
  );
  const engine = {
    ...NOBODY,
    certificates: allowed,
    signers: signers.pem,
    timeStamps: timeStamps.pem,
  };
  return {manifests, engine, isJudged: false};
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
  {trust, now, verifier}: TrustNow,
): Promise<JudgedManifest> {
  const signature = claimSignature(manifest);
  if (!signature) return UNREADABLE;
  const {claimVersion, boxes} = manifest;
  const {certificates: chain, timestamp, hasOtherStamps} = signature;
  if (!verifier) return {...UNREADABLE, chain};
  const {token, stamped} = timestamp ?? {};
  const judged = token && stamped && (await judgeStamp(token, stamped, trust, verifier));
  const held = typeof judged === 'string' ? undefined : judged;
  const stampIssuer = held && 'issuer' in held.authority ? held.authority.issuer : undefined;
  // A time stamp of a claim of version 1 counts whoever gave it; see engine/stamp-authority.ts.
  const isTimed = stampIssuer !== undefined || (claimVersion === 1 && held !== undefined);
  const at = isTimed ? held!.time : now;
  const signer = await judgeSigner(chain, at, isTimed, trust, verifier);
  const answeredAt = stampIssuer === undefined ? now : held!.time;
  const answers = await judgeAnswers(manifest, signature, signer, answeredAt, trust, verifier);
  const stapled = answers.find((one) => one.stapled);
  const codes = [
    ...(signer.name === 'trusted' && contains(signer, at) ? [SIGNER_TRUSTED] : []),
    ...(isTimed ? [STAMP_TRUSTED] : []),
    ...(stapled?.isTrusted ? [NOT_REVOKED] : []),
  ];
  const hasFurtherStamps = [...boxes.keys()].some((path) => FURTHER_STAMPS.test(path));
  return {
    chain,
    signer,
    codes: new Set(codes),
    trusted: [
      ...chain.slice(0, signer.name === 'trusted' ? 1 : 0),
      ...answers.filter(({isTrusted}) => isTrusted).map(({certificate}) => certificate),
    ],
    stapled: stapled?.stapled,
    stampIssuer,
    isStampUnsupported: judged === STAMP_UNSUPPORTED,
    areStampsTrusted:
      !hasOtherStamps && !hasFurtherStamps && (!timestamp || stampIssuer !== undefined),
  };
}

const UNREADABLE: JudgedManifest = {
  chain: [],
  signer: {name: 'untrusted', fault: 'damaged'},
  codes: new Set(),
  trusted: [],
  areStampsTrusted: false,
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
  verifier: Verifier,
): Promise<Judgement> {
  const [leaf] = chain;
  const fields = leaf && certificateFields(leaf);
  if (!fields) return {name: 'untrusted', fault: 'damaged'};
  const {validity} = fields;
  if (trust.allows?.(leaf)) {
    return {name: 'trusted', list: 'interim', issuer: leaf, ...validity};
  }
  const time = isTimed ? at : Math.min(Math.max(at, validity.from), validity.to);
  return judgeChain(chain, 'signer', time, trust, verifier);
}

/** What the engine is told, so that it finds what was judged; see judged-results.ts. */
function engineTrust(manifests: readonly JudgedManifest[], isComplete: boolean): EngineTrust {
  const issuers = manifests.flatMap(({stampIssuer}) => stampIssuer ?? []);
  const areStampsTrusted =
    isComplete && issuers.length > 0 && manifests.every((one) => one.areStampsTrusted);
  return {
    ...NOBODY,
    certificates: [...new Set(manifests.flatMap(({trusted}) => trusted.map(digestOf)))],
    areStampsTrusted,
    // Otherwise the engine itself compares the issuers of the time stamps.
    timeStamps: areStampsTrusted ? '' : [...new Set(issuers.map(pemOf))].join(''),
  };
}

const digestOf = (certificate: Uint8Array): string => base64(sha256(certificate));

const pemOf = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${btoa(ascii(der, 0, der.length))}\n-----END CERTIFICATE-----\n`;
