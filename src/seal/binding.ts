import {type Exclusion} from '../model/seal-request.js';
import {equalBytes} from './bytes.js';
import {readCborMap, readManifest, type ReadManifest} from './read-manifest.js';

const HASH_ASSERTION = 'c2pa.hash.data';
const ASSERTION_URL = 'self#jumbf=c2pa.assertions/';

/** A claim's links as label and hash; undefined where the claim is not of the form that this package writes. */
export function linksOf(claim: ReadonlyMap<unknown, unknown>): [string, Uint8Array][] | undefined {
  const created: unknown = claim.get('created_assertions');
  if (!Array.isArray(created)) return undefined;
  const links: [string, Uint8Array][] = [];
  for (const link of created as unknown[]) {
    if (!(link instanceof Map)) return undefined;
    const url: unknown = link.get('url');
    const hash: unknown = link.get('hash');
    if (typeof url !== 'string' || !url.startsWith(ASSERTION_URL)) return undefined;
    if (!(hash instanceof Uint8Array)) return undefined;
    links.push([url.slice(ASSERTION_URL.length), hash]);
  }
  return links;
}

/** True when the hard binding holds exactly this digest and leaves out exactly these bytes. */
export function bindingHolds(
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
 * The page's check of what came back: the store is whole, its claim names the hard binding, and that holds this
 * digest and exclusion. The signature is for those to check who do not trust the service.
 */
export function manifestBindsDigest(
  store: Uint8Array,
  digest: Uint8Array,
  exclusion: Exclusion,
): boolean {
  try {
    const manifest = readManifest(store);
    const links = linksOf(readCborMap(manifest.claim)) ?? [];
    const isLinked = links.filter(([label]) => label === HASH_ASSERTION).length === 1;
    return isLinked && bindingHolds(manifest, digest, exclusion);
  } catch {
    return false;
  }
}
