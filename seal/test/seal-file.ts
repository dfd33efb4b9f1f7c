import {type CaptureMetadata} from '../src/model/capture-metadata.js';
import {forAnyUse, type TrustAnchors} from '../src/model/inspection/trust-anchors.js';
import {type Exclusion} from '../src/model/seal/seal-request.js';
import {concat} from '../src/encoding/bytes.js';
import {fill, hashedParts, layOut} from '../src/containers/layout.js';
import {
  makeManifestStore,
  type ManifestOptions,
  type ManifestRequest,
} from '../src/writing/manifest.js';
import {compileEngine} from '../src/node/engine-module.js';
import {createEngine, type Engine} from '../src/engine/engine.js';
import {type Signer} from '../src/writing/signer.js';
import {sha256} from './pki.js';
import {metadata as usual, type Source} from './sources.js';

export const captureId = '5b9b5f2e-3a68-4d0c-9f0e-0d8f6f2c7a11';
export const options: ManifestOptions = {
  now: new Date('2026-11-21T08:00:00Z'),
  generator: {name: 'sealed-capture', version: 'test', specVersion: '2.4.0'},
};

const ENGINE_MEMORY = 512 * 1024 * 1024;

/** The engine of this process, with these roots as trust anchors. */
export const startEngine = async (trustAnchors: string): Promise<Engine> =>
  createEngine(await compileEngine(ENGINE_MEMORY), {trust: forAnyUse(trustAnchors)});

/** The same, with separate trust anchors for signers and time-stamp authorities. */
export const startTrusting = async (trust: TrustAnchors): Promise<Engine> =>
  createEngine(await compileEngine(ENGINE_MEMORY), {trust});

export interface Sealed {
  sealed: Uint8Array;
  store: Uint8Array;
  digest: Uint8Array;
  exclusion: Exclusion;
}

/** Seals as page and service do together. */
export async function sealFile(
  {media, mediaType}: Pick<Source, 'media' | 'mediaType'>,
  signer: Signer,
  {
    manifestSize = 16_384,
    metadata = usual,
    requestedAt,
    origin = 'capture',
    gathered,
    isSalted,
    set,
    specVersion = options.generator.specVersion,
  }: {
    manifestSize?: number;
    metadata?: CaptureMetadata;
    /** The version of C2PA that the claim names. */
    specVersion?: string;
    origin?: 'capture' | 'file';
  } & Pick<ManifestRequest, 'requestedAt' | 'gathered' | 'isSalted' | 'set'> = {},
): Promise<Sealed> {
  const layout = layOut(media, mediaType, manifestSize);
  const digest = sha256(...hashedParts(layout));
  const {exclusion} = layout;
  const request = {
    captureId,
    mediaType,
    digest,
    exclusion,
    manifestSize,
    metadata,
    requestedAt,
    origin: origin === 'capture' ? origin : undefined,
    gathered,
    isSalted,
    set,
  };
  const generator = {...options.generator, specVersion};
  const store = await makeManifestStore(request, signer, {...options, generator});
  return {sealed: concat(fill(layout, store)), store, digest, exclusion};
}
