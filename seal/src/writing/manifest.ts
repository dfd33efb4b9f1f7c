import {type Exclusion} from '../model/seal/seal-request.js';
import {
  HASH_ASSERTION,
  hashAssertion,
  statementAssertions,
  type Assertion,
  type Statement,
} from './assertions.js';
import {concat, lengthOf} from '../encoding/bytes.js';
import {encode} from '../encoding/cbor.js';
import {signatureSize, signClaim} from './cose.js';
import {box, contentTypes, superbox, type Box} from '../encoding/jumbf.js';
import {sha256} from '../node/sha256.js';
import {type Signer} from './signer.js';

/** What binds a manifest to a file: its digest, without the bytes that the store takes. */
export interface Binding {
  /** SHA-256 of the file without the excluded bytes. */
  digest: Uint8Array;
  exclusion: Exclusion;
  /** Exact length of the whole store, in bytes. */
  manifestSize: number;
}

/** The content of a manifest: a seal request with its digest as bytes. */
export interface ManifestRequest extends Omit<Statement, 'sealedAt'>, Binding {}

export interface ManifestOptions {
  now: Date;
  /** The program that makes the claim, as readers show it. */
  generator: {name: string; version: string; specVersion: string};
}

/** The manifest does not fit the size that was asked for. */
export class ManifestTooLarge extends Error {
  override readonly name = 'ManifestTooLarge';
  /** Bytes that suffice. */
  readonly needed: number;

  constructor(needed: number) {
    super(`The manifest needs ${needed} bytes.`);
    this.needed = needed;
  }
}

/** A manifest that is to be added to a store. */
export interface NewManifest {
  /** In the order in which the claim lists them, without the hard binding. */
  assertions: readonly Assertion[];
  /** Without one, this is an update manifest (C2PA 2.4, "Update manifests"). */
  binding?: Binding;
  /** JUMBF URIs of assertions that were removed from the manifests below. */
  redactions?: readonly string[];
  /** The manifests of the store so far, as boxes, oldest first. */
  below?: readonly Uint8Array[];
}

/** Rounds the reported size up, so that it also suffices for the next manifest, whatever its time stamp. */
const SIZE_STEP = 1024;

/** Placeholder in a claim for the hash of the hard binding, whose padding depends on the claim's size. */
const UNKNOWN_HASH = new Uint8Array(32);
const NOTHING = new Uint8Array(0);

/** A link to an assertion, as claims and actions contain it. */
interface Link {
  url: string;
  hash: Uint8Array;
}

/** Its hash covers its superbox without the header (C2PA 2.4, "Hashing JUMBF boxes"). */
export const linkTo = ({label, box: [, ...content]}: Assertion): Link => ({
  url: urlOf(label),
  hash: sha256(...content),
});

const urlOf = (label: string): string => `self#jumbf=c2pa.assertions/${label}`;

/** A claim without the hash of its hard binding, which is inserted later. */
function claimOf(
  label: string,
  {assertions, binding, redactions = []}: NewManifest,
  by: ManifestOptions,
) {
  const linked = (list: Assertion['list']) =>
    assertions.filter((assertion) => assertion.list === list).map(linkTo);
  const gathered = linked('gathered');
  const bound = binding ? [{url: urlOf(HASH_ASSERTION), hash: UNKNOWN_HASH}] : [];
  const claim = encode({
    instanceID: `xmp:iid:${crypto.randomUUID()}`,
    claim_generator_info: by.generator,
    signature: `self#jumbf=/c2pa/${label}/c2pa.signature`,
    created_assertions: [...linked('created'), ...bound],
    ...(gathered.length > 0 && {gathered_assertions: gathered}),
    ...(redactions.length > 0 && {redacted_assertions: redactions}),
    alg: 'sha256',
  });
  const at = Buffer.from(claim.buffer, claim.byteOffset, claim.length).indexOf(UNKNOWN_HASH);
  return {claim, bind: (assertion: Assertion) => claim.set(linkTo(assertion).hash, at)};
}

function storeOf(
  label: string,
  {below = [], binding}: Pick<NewManifest, 'below' | 'binding'>,
  assertions: readonly Assertion[],
  claim: Uint8Array,
  signature: Uint8Array,
): Box {
  const type = binding ? contentTypes.manifest : contentTypes.updateManifest;
  return superbox(contentTypes.manifestStore, 'c2pa', [
    ...below.map((manifest): Box => [manifest]),
    superbox(type, label, [
      superbox(
        contentTypes.assertionStore,
        'c2pa.assertions',
        assertions.map((assertion) => assertion.box),
      ),
      superbox(contentTypes.claim, 'c2pa.claim.v2', [box('cbor', claim)]),
      superbox(contentTypes.signature, 'c2pa.signature', [box('cbor', signature)]),
    ]),
  ]);
}

/**
 * Makes a store with one more manifest: claim v2, signature, time stamp. With a binding it has exactly its
 * `manifestSize`: the padding is in the signed part; only a few bytes beside the time stamp are unsigned. Throws
 * {@link ManifestTooLarge}, or what the signer throws. Node only.
 */
export async function addManifest(
  manifest: NewManifest,
  signer: Signer,
  options: ManifestOptions,
): Promise<Uint8Array> {
  const {assertions, binding} = manifest;
  const label = `urn:c2pa:${crypto.randomUUID()}`;
  const {claim, bind} = claimOf(label, manifest, options);
  const bound = (growth: number): Assertion[] =>
    binding
      ? [...assertions, hashAssertion(binding.digest, binding.exclusion, growth)]
      : [...assertions];
  const unsigned = lengthOf(storeOf(label, manifest, bound(0), claim, NOTHING));
  for (;;) {
    const reserved = await signatureSize(signer);
    const growth = binding ? binding.manifestSize - unsigned - reserved : 0;
    if (binding && growth < 0) {
      const needed = binding.manifestSize - growth;
      throw new ManifestTooLarge(Math.ceil(needed / SIZE_STEP) * SIZE_STEP);
    }
    const all = bound(growth);
    const last = all.at(-1);
    if (binding && last) bind(last);
    const signature = await signClaim(claim, signer, reserved);
    if (signature) return concat(storeOf(label, manifest, all, claim, signature));
  }
}

/** Makes the first manifest store of a file. Throws as {@link addManifest}. Node only. */
export function makeManifestStore(
  request: ManifestRequest,
  signer: Signer,
  options: ManifestOptions,
): Promise<Uint8Array> {
  const assertions = statementAssertions({...request, sealedAt: options.now}, linkTo);
  return addManifest({assertions, binding: request}, signer, options);
}
