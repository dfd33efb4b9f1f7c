import {type Exclusion} from '../model/seal/seal-request.js';
import {equalBytes} from '../encoding/bytes.js';
import {Tagged} from '../encoding/cbor.js';
import {
  ALGORITHM,
  COSE_SIGN1,
  ocspAnswerIn,
  sealAlgorithms,
  signedBytes,
  stampedBytes,
  X5CHAIN,
  type SealAlgorithm,
} from '../encoding/cose-structures.js';
import {readCbor, readCborMap, readManifest, type ReadManifest} from './read-manifest.js';

const HASH_ASSERTION = 'c2pa.hash.data';
const ASSERTION_URL = 'self#jumbf=c2pa.assertions/';

/** A claim's links as label and hash; undefined if the claim is not of the form that this package writes. */
function linksOf(
  claim: ReadonlyMap<unknown, unknown>,
  list: 'created_assertions' | 'gathered_assertions',
): [string, Uint8Array][] | undefined {
  const named: unknown = claim.get(list);
  if (!Array.isArray(named)) return undefined;
  const links: [string, Uint8Array][] = [];
  for (const link of named as unknown[]) {
    if (!(link instanceof Map)) return undefined;
    const url: unknown = link.get('url');
    const hash: unknown = link.get('hash');
    if (typeof url !== 'string' || !url.startsWith(ASSERTION_URL)) return undefined;
    if (!(hash instanceof Uint8Array)) return undefined;
    links.push([url.slice(ASSERTION_URL.length), hash]);
  }
  return links;
}

/** True when the hard binding has exactly this digest and exclusion. */
function bindingHolds(
  {assertions}: ReadManifest,
  digest: Uint8Array,
  exclusion: Exclusion,
): boolean {
  const assertion = assertions.get(HASH_ASSERTION);
  if (assertion?.contentType !== 'cbor') return false;
  const binding = readCborMap(assertion.content);
  const hash = binding.get('hash');
  const exclusions = binding.get('exclusions');
  const [only, ...others] = Array.isArray(exclusions) ? (exclusions as unknown[]) : [];
  return (
    binding.get('alg') === 'sha256' &&
    hash instanceof Uint8Array &&
    equalBytes(hash, digest) &&
    only instanceof Map &&
    only.get('start') === exclusion.start &&
    only.get('length') === exclusion.length &&
    others.length === 0
  );
}

/**
 * The page's check of a received manifest: the store is complete, its claim names the hard binding, and that has
 * this digest and exclusion. The page does not verify the signature; readers that do not trust the service do. With
 * `hasHistory`, there are earlier manifests below the claim's.
 */
export function manifestBindsDigest(
  store: Uint8Array,
  digest: Uint8Array,
  exclusion: Exclusion,
  hasHistory = false,
): boolean {
  try {
    const manifest = readManifest(store, hasHistory);
    const links = linksOf(readCborMap(manifest.claim), 'created_assertions') ?? [];
    const isLinked = links.filter(([label]) => label === HASH_ASSERTION).length === 1;
    return isLinked && bindingHolds(manifest, digest, exclusion);
  } catch {
    return false;
  }
}

/** The expected signer of a manifest, and the cryptography to verify it (manifest-trust.ts in Node). */
export interface ManifestTrust {
  /** DER, leaf first: the certificates that the signature must name. */
  readonly certificateChain: readonly Uint8Array[];
  /** False if no time stamp is expected. */
  readonly isStamped: boolean;
  sha256(...parts: readonly Uint8Array[]): Uint8Array;
  /** DER of the OCSPResponse that the manifest must carry; absent if it must carry none. */
  readonly ocspAnswer?: Uint8Array;
  readonly algorithm: SealAlgorithm;
  /** Verifies a signature by the leaf, in IEEE P1363 form. */
  signatureHolds(bytes: Uint8Array, signature: Uint8Array): boolean;
  /** True if the TimeStampToken covers this SHA-256 and has an expected signer. */
  timestampHolds(token: Uint8Array, messageImprint: Uint8Array): boolean;
}

export interface ExpectedManifest {
  digest: Uint8Array;
  exclusion: Exclusion;
  manifestSize: number;
}

/** A new manifest is not as it must be, and must not be sent. */
export class ManifestCheckFailed extends Error {
  override readonly name = 'ManifestCheckFailed';
}

function ensure(holds: boolean, what: string): asserts holds {
  if (!holds) throw new ManifestCheckFailed(`${what} does not hold.`);
}

/** Checks that the claim links every assertion once, with its hash. */
function checkLinks({label, assertions, claim: bytes}: ReadManifest, trust: ManifestTrust): void {
  const claim = readCborMap(bytes);
  ensure(claim.get('alg') === 'sha256', "The claim's algorithm");
  ensure(
    claim.get('signature') === `self#jumbf=/c2pa/${label}/c2pa.signature`,
    "The claim's link to its signature",
  );
  const created = linksOf(claim, 'created_assertions');
  const gathered = claim.has('gathered_assertions') ? linksOf(claim, 'gathered_assertions') : [];
  ensure(created !== undefined && gathered !== undefined, 'The form of the lists of assertions');
  const all = [...created, ...gathered];
  const links = new Map(all);
  ensure(all.length === assertions.size && links.size === all.length, 'The list of assertions');
  ensure(
    !gathered.some(([name]) => name.startsWith('c2pa.hash.')),
    'The place of the hard binding',
  );
  for (const [name, {hashed}] of assertions) {
    const hash = links.get(name);
    ensure(hash !== undefined && equalBytes(hash, trust.sha256(hashed)), `The link to ${name}`);
  }
}

/** Checks that the unsigned part has nothing but the time stamp, this OCSP answer and empty padding. */
function checkUnsigned(
  unprotected: ReadonlyMap<unknown, unknown>,
  {ocspAnswer}: ManifestTrust,
): void {
  for (const [key, value] of unprotected) {
    const isPadding = key === 'pad' || key === 'pad2';
    const isEmpty = value instanceof Uint8Array && value.every((byte) => byte === 0);
    const isKnown = key === 'sigTst2' || key === 'rVals';
    ensure(isKnown || (isPadding && isEmpty), 'The unsigned header');
  }
  const carried = ocspAnswerIn(unprotected);
  ensure(unprotected.has('rVals') === (ocspAnswer !== undefined), 'The presence of revocation');
  ensure(
    !ocspAnswer || (carried !== undefined && equalBytes(carried, ocspAnswer)),
    'The answer about revocation',
  );
}

function tokenIn(unprotected: ReadonlyMap<unknown, unknown>): Uint8Array | undefined {
  const stamp = unprotected.get('sigTst2');
  const tokens: unknown = stamp instanceof Map ? stamp.get('tstTokens') : undefined;
  const [first, ...others] = Array.isArray(tokens) ? (tokens as unknown[]) : [];
  const token: unknown = first instanceof Map && others.length === 0 ? first.get('val') : undefined;
  return token instanceof Uint8Array ? token : undefined;
}

function checkSignature({claim, signature}: ReadManifest, trust: ManifestTrust): void {
  const sign1 = readCbor(signature);
  ensure(sign1 instanceof Tagged && sign1.tag === COSE_SIGN1, 'The form of the signature');
  const [header, unprotected, payload, value] = Array.isArray(sign1.value)
    ? (sign1.value as unknown[])
    : [];
  ensure(header instanceof Uint8Array && value instanceof Uint8Array, 'The form of the signature');
  ensure(payload === null && unprotected instanceof Map, 'The form of the signature');
  checkUnsigned(unprotected, trust);
  const protectedFields = readCborMap(header);
  ensure(
    protectedFields.get(ALGORITHM) === sealAlgorithms[trust.algorithm].number,
    "The signature's algorithm",
  );
  const named: unknown = protectedFields.get(X5CHAIN);
  const chain = named instanceof Uint8Array ? [named] : Array.isArray(named) ? named : [];
  ensure(
    chain.length === trust.certificateChain.length &&
      chain.every(
        (der, i) => der instanceof Uint8Array && equalBytes(der, trust.certificateChain[i] ?? der),
      ),
    'The certificate chain',
  );
  ensure(trust.signatureHolds(signedBytes(header, claim), value), "The claim's signature");
  const token = tokenIn(unprotected);
  ensure((token !== undefined) === trust.isStamped, 'The presence of a time stamp');
  if (token) {
    ensure(
      trust.timestampHolds(token, trust.sha256(stampedBytes(header, value))),
      'The time stamp',
    );
  }
}

/**
 * Verifies a finished store before it is sent: boxes, links, hard binding, signature, chain and time stamp. Throws
 * {@link ManifestCheckFailed}, or MalformedManifest if it cannot be parsed.
 */
export function checkManifestStore(
  store: Uint8Array,
  {digest, exclusion, manifestSize}: ExpectedManifest,
  trust: ManifestTrust,
): void {
  ensure(store.length === manifestSize, 'The size');
  const manifest = readManifest(store);
  checkLinks(manifest, trust);
  ensure(bindingHolds(manifest, digest, exclusion), 'The hard binding');
  checkSignature(manifest, trust);
}
