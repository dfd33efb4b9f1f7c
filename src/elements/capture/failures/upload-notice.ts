import {html, type TemplateResult} from 'lit';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import {clockIcon, exclamationIcon} from '../../icons.js';
import type {Localize} from '../../strings/localize.js';
import {undeliveredFailure, whyNotUploaded} from './upload-reasons.js';

/** Renders one line, with a button if a retry may help. */
export type RenderLine = (
  state: 'failed' | 'waiting',
  icon: TemplateResult,
  text: unknown,
  say: Localize,
  again?: () => void,
) => TemplateResult;

/** What is said of files that are not uploaded. */
export interface UndeliveredTexts {
  /** How many there are; empty if all are uploaded or on their way. */
  what: string;
  /** The most frequent reason; empty if the server has not given any. */
  why: string;
  /** How many more there are, with other reasons; empty if there are none. */
  more: string;
}

/** `say` has the element's own terms, `ours` those of failures. */
export function undeliveredTexts(
  captures: readonly CaptureSummary[],
  mode: Mode,
  say: Localize,
  ours: Localize,
): UndeliveredTexts {
  const failures = captures.flatMap(({progress}) => undeliveredFailure(progress) ?? []);
  const {text: why, count} = whyNotUploaded(failures, mode, ours);
  const counted = (files: number) => (files > 0 ? say.term('captureNotUploaded', files, mode) : '');
  return why
    ? {what: counted(count), why, more: counted(failures.length - count)}
    : {what: counted(failures.length), why, more: ''};
}

/**
 * The notice about sealed files that are being uploaded, or are to be. Shared code of the elements is passed; `say` and
 * `ours` as for {@link undeliveredTexts}.
 */
export function renderUpload(
  undone: readonly CaptureSummary[],
  {what, why, more}: UndeliveredTexts,
  mode: Mode,
  say: Localize,
  ours: Localize,
  retry: (captureId: string) => void,
  notice: RenderLine,
) {
  if (what) {
    const text = why ? html`<b>${what}</b> <small>${why}</small> <b>${more}</b>` : what;
    return notice('failed', exclamationIcon(), text, say, () => {
      for (const {captureId, progress} of undone) {
        if (undeliveredFailure(progress)) retry(captureId);
      }
    });
  }
  // Each file counts the same, because the sizes of waiting ones are unknown.
  const shares = undone.map(({progress}) =>
    progress.name === 'delivering' && progress.total ? (progress.sent ?? 0) / progress.total : 0,
  );
  const percent = Math.floor((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length);
  const waiting = undone.some(({progress}) => 'total' in progress)
    ? ours.term('captureUploading', undone.length, percent, mode)
    : ours.term('captureToUpload', undone.length, mode);
  return notice('waiting', clockIcon(), waiting, say);
}
