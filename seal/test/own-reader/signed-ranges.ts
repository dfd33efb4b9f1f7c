import assert from 'node:assert/strict';
import {type Exclusion} from '../../src/model/seal/seal-request.js';
import {readManifest} from '../../src/checking/read-manifest.js';

const SIGNATURE_LENGTH = 64;

type Range = [start: number, end: number];

/** A sealed file and its manifest store. */
export interface SealedBytes {
  sealed: Uint8Array;
  store: Uint8Array;
  exclusion: Exclusion;
}

/**
 * The signed ranges of a sealed file: the media, the assertions, the claim, the certificates and the signature. The
 * rest is box framing, checksums of chunks, the time stamp and padding.
 */
function signedRanges(
  {sealed, store, exclusion}: SealedBytes,
  certificateChain: readonly Uint8Array[],
): Range[] {
  const {assertions, claim} = readManifest(store);
  const certificates = certificateChain.map((der) => Buffer.from(der));
  const parts = [...assertions.values()].map(({hashed}) => hashed);
  const signature = store.subarray(-SIGNATURE_LENGTH);
  const found = [...parts, claim, ...certificates, signature].map((part): Range => {
    const start = Buffer.from(sealed).indexOf(part);
    assert.ok(start >= exclusion.start);
    return [start, start + part.length];
  });
  return [[0, exclusion.start], [exclusion.start + exclusion.length, sealed.length], ...found];
}

export function assertOnlyUnsignedChanged(
  changed: Uint8Array,
  seal: SealedBytes,
  certificateChain: readonly Uint8Array[],
  what: string,
): void {
  assert.equal(changed.length, seal.sealed.length, what);
  for (const [start, end] of signedRanges(seal, certificateChain)) {
    const isSame = Buffer.from(changed.subarray(start, end)).equals(
      seal.sealed.subarray(start, end),
    );
    assert.ok(isSame, `${what}, from ${start} to ${end}`);
  }
}
