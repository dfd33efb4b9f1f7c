import type {NumberedSeal} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {ManifestStore} from '@sealed-capture/seal/own-reader/manifests.js';
import {sealedSet} from '@sealed-capture/seal/sets/sealed-set-in.js';

/** What the newest seal of a manifest store says of its number, as every reader will find it; undefined without one. */
export function numberedSeal(store: Uint8Array | undefined): NumberedSeal | undefined {
  const manifest = store && new ManifestStore(store).active;
  const read = manifest && sealedSet(manifest);
  if (read?.captureId === undefined || read.digest === undefined) return undefined;
  const {index, captureId, digest, seal, seals} = read;
  return {index, captureId, digest, seal, ...(seals && {closing: true})};
}
