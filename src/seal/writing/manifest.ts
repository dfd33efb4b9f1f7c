import {type CaptureMetadata} from '../../model/capture-metadata.js';
import {type SealableMediaType} from '../../model/media-type.js';
import {type Exclusion} from '../../model/seal-request.js';
import {hashAssertion, statementAssertions, type Assertion} from './assertions.js';
import {concat, lengthOf} from '../encoding/bytes.js';
import {encode} from '../encoding/cbor.js';
import {signatureSize, signClaim} from './cose.js';
import {box, contentTypes, superbox, type Box} from '../encoding/jumbf.js';
import {sha256} from '../node/sha256.js';
import {type Signer} from './signer.js';

/** What a manifest is made of: a seal request whose digest is bytes. */
export interface ManifestRequest {
  captureId: string;
  mediaType: SealableMediaType;
  /** SHA-256 of the file without the excluded bytes. */
  digest: Uint8Array;
  exclusion: Exclusion;
  /** Exact length of the result, in bytes. */
  manifestSize: number;
  metadata: CaptureMetadata;
  /** By the device's clock, when it asked for the seal. */
  requestedAt?: string;
}

export interface ManifestOptions {
  now: Date;
  /** Who made the claim, as readers show it. */
  generator: {name: string; version: string};
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

const NO_HASH = new Uint8Array(32);
/** So that a hole of the size that was named holds the next manifest too, whatever its time stamp. */
const SIZE_STEP = 1024;

function claimOf(
  label: string,
  instance: string,
  hashes: [string, Uint8Array][],
  by: ManifestOptions,
) {
  return encode({
    instanceID: instance,
    claim_generator_info: by.generator,
    signature: `self#jumbf=/c2pa/${label}/c2pa.signature`,
    created_assertions: hashes.map(([name, hash]) => ({
      url: `self#jumbf=c2pa.assertions/${name}`,
      hash,
    })),
    alg: 'sha256',
  });
}

/** An assertion's hash covers its superbox without the header (C2PA 2.2, section 8.4). */
const link = ({label, box: [, ...content]}: Assertion): [string, Uint8Array] => [
  label,
  sha256(...content),
];

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
 * Makes a C2PA manifest store of exactly `manifestSize` bytes around a digest: claim v2, ES256, time stamp.
 * The padding stands in the signed part; only a few bytes beside the time stamp are not signed.
 * Throws {@link ManifestTooLarge}, or whatever the signer throws. Node only.
 */
export async function makeManifestStore(
  request: ManifestRequest,
  signer: Signer,
  options: ManifestOptions,
): Promise<Uint8Array> {
  const {digest, exclusion, manifestSize} = request;
  const label = `urn:c2pa:${crypto.randomUUID()}`;
  const instance = `xmp:iid:${crypto.randomUUID()}`;
  const statements = statementAssertions({...request, sealedAt: options.now});
  const links = statements.map(link);
  const unpadded = hashAssertion(digest, exclusion, 0);
  const claimSize = claimOf(label, instance, [...links, [unpadded.label, NO_HASH]], options).length;
  for (;;) {
    const reserved = new Uint8Array(await signatureSize(signer));
    const tight = storeOf(label, [...statements, unpadded], new Uint8Array(claimSize), reserved);
    const growth = manifestSize - lengthOf(tight);
    if (growth < 0) {
      throw new ManifestTooLarge(Math.ceil((manifestSize - growth) / SIZE_STEP) * SIZE_STEP);
    }
    const binding = hashAssertion(digest, exclusion, growth);
    const claim = claimOf(label, instance, [...links, link(binding)], options);
    const signature = await signClaim(claim, signer, reserved.length);
    if (signature) return concat(storeOf(label, [...statements, binding], claim, signature));
  }
}
