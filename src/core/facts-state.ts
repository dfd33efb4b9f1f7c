import {toSealedCaptureError, type SealedCaptureError} from '../model/errors.js';
import type {FileFacts} from '../model/seal-contents.js';

/** What the device itself reads of a file, once it is looked at. */
export type FactsState =
  | {name: 'waiting'}
  | {name: 'reading'}
  | {name: 'read'; facts: FileFacts}
  | {name: 'failed'; error: SealedCaptureError};

/** What came of reading them. Never rejects. */
export const factsStateOf = (reading: Promise<FileFacts>): Promise<FactsState> =>
  reading.then(
    (facts) => ({name: 'read', facts}),
    (thrown: unknown) => ({
      name: 'failed',
      error: toSealedCaptureError(thrown, 'media_unsupported'),
    }),
  );
