import {type Exclusion} from '../../model/seal/seal-request.js';
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

/** The content of a manifest: a seal request with its digest as bytes. */
export interface ManifestRequest extends Omit<Statement, 'sealedAt'> {
  /** SHA-256 of the file without the excluded bytes. */
  digest: Uint8Array;
  exclusion: Exclusion;
  /** Exact length of the result, in bytes. */
  manifestSize: number;
}

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

type Links = Record<Assertion['list'], readonly Link[]>;

/** Its hash covers its superbox without the header (C2PA 2.4, "Hashing JUMBF boxes"). */
const linkTo = ({label, box: [, ...content]}: Assertion): Link => ({
  url: urlOf(label),
  hash: sha256(...content),
});

const urlOf = (label: string): string => `self#jumbf=c2pa.assertions/${label}`;

/** A claim without the hash of its hard binding, which is inserted later. */
function claimOf(label: string, {created, gathered}: Links, by: ManifestOptions) {
  const binding = {url: urlOf(HASH_ASSERTION), hash: UNKNOWN_HASH};
  const claim = encode({
    instanceID: `xmp:iid:${crypto.randomUUID()}`,
    claim_generator_info: by.generator,
    signature: `self#jumbf=/c2pa/${label}/c2pa.signature`,
    created_assertions: [...created, binding],
    ...(gathered.length > 0 && {gathered_assertions: gathered}),
    alg: 'sha256',
  });
  const at = Buffer.from(claim.buffer, claim.byteOffset, claim.length).indexOf(UNKNOWN_HASH);
  return {claim, bind: (assertion: Assertion) => claim.set(linkTo(assertion).hash, at)};
}

function storeOf(
  label: string,
  assertions: Assertion[],
  claim: Uint8Array,
  signature: Uint8Array,
): Box {
  return superbox(contentTypes.manifestStore, 'c2pa', [
    superbox(contentTypes.manifest, label, [
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
 * Makes a C2PA manifest store of exactly `manifestSize` bytes for a digest: claim v2, signature, time stamp. The
 * padding is in the signed part; only a few bytes beside the time stamp are unsigned. Throws {@link
 * ManifestTooLarge}, or what the signer throws. Node only.
 */
export async function makeManifestStore(
  request: ManifestRequest,
  signer: Signer,
  options: ManifestOptions,
): Promise<Uint8Array> {
  const {digest, exclusion, manifestSize} = request;
  const label = `urn:c2pa:${crypto.randomUUID()}`;
  const statements = statementAssertions({...request, sealedAt: options.now}, linkTo);
  const linked = (list: Assertion['list']) =>
    statements.filter((assertion) => assertion.list === list).map(linkTo);
  const links = {created: linked('created'), gathered: linked('gathered')};
  const {claim, bind} = claimOf(label, links, options);
  const unpadded = [...statements, hashAssertion(digest, exclusion, 0)];
  const unsigned = lengthOf(storeOf(label, unpadded, claim, NOTHING));
  for (;;) {
    const reserved = await signatureSize(signer);
    const growth = manifestSize - unsigned - reserved;
    if (growth < 0) {
      throw new ManifestTooLarge(Math.ceil((manifestSize - growth) / SIZE_STEP) * SIZE_STEP);
    }
    const binding = hashAssertion(digest, exclusion, growth);
    bind(binding);
    const signature = await signClaim(claim, signer, reserved);
    if (signature) return concat(storeOf(label, [...statements, binding], claim, signature));
  }
}
