import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {CaptureCopy} from '@sealed-capture/seal/model/job/job.js';
import type {CaptureFiles} from '../files/capture-files.js';
import {isSealed} from '../files/listed.js';
import type {Localize} from '../../strings/localize.js';

/** How copies of captures leave: each file by itself, or all in a ZIP. */
export type Form = 'files' | 'zip';

/** What to tell a person afterwards. */
export interface SavedText {
  text: string;
  /** False if a file is missing, or could not be read, or something else was done than the person wanted. */
  isComplete: boolean;
}

/** Captures whose files were read, and what became of the others. */
export interface Batch {
  form: Form;
  /** Number of captures that the person has chosen. */
  count: number;
  read: CaptureSummary[];
  /** The files to share; empty if each was saved as soon as it was read. */
  files: File[];
  /** Number of captures whose files are not stored any more. */
  missing: number;
  /** Number of captures whose files could not be read. */
  unreadable: number;
}

/**
 * Reads the files one after the other, and passes each to `take` before the next one is read: the files of some hundred photos
 * need more memory than a phone's browser gives a page. Ends early, without rejecting, if the signal is aborted.
 */
export async function readBatch(
  captureIds: readonly string[],
  form: Form,
  files: Pick<CaptureFiles, 'fileOf'>,
  {
    signal,
    captureOf,
    onFile,
    take,
  }: {
    signal: AbortSignal;
    /** The capture as it is when its file is read: it may have got its seal meanwhile. Undefined if it was deleted. */
    captureOf: (captureId: string) => CaptureSummary | undefined;
    /** Called with the number of the capture that is read next. */
    onFile: (position: number) => void;
    take: (capture: CaptureSummary, file: File, batch: Batch) => void | Promise<void>;
  },
): Promise<Batch> {
  const batch: Batch = {
    form,
    count: captureIds.length,
    read: [],
    files: [],
    missing: 0,
    unreadable: 0,
  };
  for (const [index, captureId] of captureIds.entries()) {
    if (signal.aborted) break;
    onFile(index + 1);
    const capture = captureOf(captureId);
    const file = capture && (await files.fileOf(capture).catch(() => 'unreadable' as const));
    if (signal.aborted) break;
    if (file === 'unreadable') batch.unreadable++;
    else if (!file) batch.missing++;
    else {
      await take(capture, file, batch);
      batch.read.push(capture);
    }
  }
  return batch;
}

/** The copies that were made, by what is recorded of them: sealed and unsealed ones apart. */
export function copiesOf(
  {form, read}: Batch,
  made: CaptureCopy['made'],
): {captureIds: string[]; copy: Omit<CaptureCopy, 'at'>}[] {
  const copy = {made, ...(form === 'zip' && {inZip: true as const})};
  const idsOf = (captures: readonly CaptureSummary[]) => captures.map(({captureId}) => captureId);
  return [
    {captureIds: idsOf(read.filter(isSealed)), copy},
    {
      captureIds: idsOf(read.filter((capture) => !isSealed(capture))),
      copy: {...copy, unsealed: true as const},
    },
  ].filter(({captureIds}) => captureIds.length > 0);
}

/** What is missing from a batch; undefined if nothing is. */
export function lackOf({count, missing, unreadable}: Batch, say: Localize): string | undefined {
  const left = missing + unreadable;
  if (left === 0) return undefined;
  return count === 1
    ? say.term(unreadable > 0 ? 'viewerNotReadable' : 'viewerNotSaved')
    : say.term(unreadable > 0 ? 'viewerUnread' : 'viewerMissing', left, count);
}
