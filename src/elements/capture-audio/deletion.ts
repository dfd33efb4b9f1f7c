import type {CaptureSummary} from '../../core/queue/queue-client.js';
import type {Failures} from '../capture/failures.js';
import type {FormFiles} from '../form/form-files.js';
import type {LatePart} from '../late-part.js';
import type {Recorded} from './outcome.js';

/** What deletes a recording. */
export interface Deleting {
  readonly protections: readonly CaptureSummary[];
  /** Lets a person take a deletion back. */
  failures: LatePart<Failures>;
  /** Shows it no more. */
  hide: (captureIds: readonly string[]) => void;
  discard: (captureId: string) => void;
}

/** The files that the form is not given while a person can take their deletion back. */
export class WithheldFiles {
  readonly #files: FormFiles;
  readonly #ids = new Set<string>();

  constructor(files: FormFiles) {
    this.#files = files;
  }

  withhold(captureIds: readonly string[]) {
    const held = this.#files.ids.filter((captureId) => captureIds.includes(captureId));
    for (const captureId of held) this.#ids.add(captureId);
    this.#files.remove(held);
  }

  /** Of these, those that the form had. */
  giveBack(recordings: readonly Recorded[]) {
    for (const {detail} of recordings) {
      if (this.#ids.delete(detail.captureId)) this.#files.add(detail.captureId, detail.blob);
    }
  }
}

/**
 * Deletes a recording, however it stands with its seal, once a person cannot take that back any more. Where the part
 * that lets them do so could not be loaded, the recording is deleted at once.
 */
export async function deleteRecording(captureId: string, deleting: Deleting): Promise<void> {
  const {failures, hide, discard} = deleting;
  await failures.load();
  const capture = deleting.protections.find((known) => known.captureId === captureId);
  // The page has it, and nothing is kept here.
  if (!capture) hide([captureId]);
  else if (failures.part) failures.part.remove([capture], true);
  else discard(captureId);
}
