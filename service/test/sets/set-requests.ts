import {createHash, randomBytes, randomUUID} from 'node:crypto';
import type {SealRequest} from '@sealed-capture/seal/model/seal/seal-request.js';
import type {
  SealedSet,
  SetClosing,
  SetRequest,
} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {ManifestStore} from '@sealed-capture/seal/own-reader/manifests.js';
import {sealedSet} from '@sealed-capture/seal/sets/sealed-set-in.js';
import {sealRequest} from '../requests.js';

export const job = 'claim 4711';

/** A request for another capture of the set, of a file of its own. */
export const ofSet = (id: string, more: Partial<SetRequest> = {}): SealRequest =>
  sealRequest({
    digest: createHash('sha256').update(randomBytes(16)).digest('base64'),
    set: {id, job, ...more},
  });

/** What the device says when it closes a set with these captures. */
export const closingOf = (captures: readonly SealRequest[]): SetClosing => ({
  captures: captures.map(({captureId, digest}, i) => ({
    captureId,
    index: i + 1,
    capturedAt: '2026-11-29T10:00:00.000Z',
    digest,
    shot: 'front',
  })),
  discarded: [
    {
      captureId: randomUUID(),
      index: captures.length + 1,
      capturedAt: '2026-11-29T10:01:00.000Z',
      discardedAt: '2026-11-29T10:02:00.000Z',
    },
  ],
  shots: [
    {id: 'front', label: 'The front', required: true},
    {id: 'roof', label: 'The roof', skipped: {reason: 'unsafe', words: 'It is icy'}},
  ],
});

/** What a manifest store says of its set. */
export function setIn(store: Uint8Array): SealedSet {
  const manifest = new ManifestStore(store).active;
  const read = manifest && sealedSet(manifest);
  if (!read) throw new Error('This seal is part of no set.');
  return read;
}
