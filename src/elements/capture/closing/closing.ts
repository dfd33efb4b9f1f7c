import {html, nothing, type ReactiveControllerHost} from 'lit';
import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import {
  isUnreached,
  SealedCaptureError,
  type ErrorCode,
} from '@sealed-capture/seal/model/errors.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import type {ProtectErrorDetail} from '@sealed-capture/seal/model/protection-config.js';
import type {SetClosing} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {Shot, ShotProgress} from '../../capture-image/shots/shot.js';
import {exclamationIcon, retryIcon} from '../../icons.js';
import type {Options} from '../../options/configuration.js';
import type {Localize} from '../../strings/localize.js';
import {undeliveredFailure} from '../failures/upload-reasons.js';
import {isMisconfigured} from '../seal-state.js';
import {closingPicture} from './closing-picture.js';

type Host = ReactiveControllerHost &
  HTMLElement & {
    readonly shots?: readonly Shot[];
    readonly shotsState?: readonly ShotProgress[];
  };

/** What closing a job needs of the element. */
export interface ClosingActions {
  mode: Mode;
  connection: () => Pick<Protection, 'closeJob' | 'closings' | 'noteCopies' | 'picture'>;
  /** The options with which captures are sealed now. */
  options: () => Options;
  retry: (captureId: string) => void;
  /** Deletes the record for good. */
  discard: (captureId: string) => void;
  /** Announces a text to screen readers. */
  tell: (text: string) => void;
}

/** Says why a record was not sealed, and whether a retry may help. */
type Explain = (record: CaptureSummary) => {why?: string; canRetry: boolean};

/** Why a person is needed, what can be done, and which records this is about. */
interface Problem {
  what: string;
  why?: string;
  canRetry: boolean;
  /** It is not sealed: another press of “Done” makes a new one. */
  canRemove?: true;
  captureIds: readonly string[];
}

/** Failures for which the reason that is given for a capture is true for a closing record, too: nothing of it is to be saved. */
const OF_SERVICE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'network_failed',
  'origin_not_allowed',
  'timeout',
  'unauthorized',
  'request_rejected',
  'rate_limited',
  'service_unavailable',
  'seal_mismatch',
  'response_invalid',
]);

/** What the browser has recorded of the job is lost, or cannot be read. */
const LOST: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['capture_unknown', 'media_unsupported']);

/** Closes jobs, and shows closing records that were not sealed or not uploaded: they are in no list. */
export class Closing {
  readonly #host: Host;
  readonly #actions: ClosingActions;
  readonly #say: Localize;
  readonly #explain: Explain;

  /** `say` has the terms of failures and of closings. */
  constructor(host: Host, actions: ClosingActions, say: Localize, explain: Explain) {
    this.#host = host;
    this.#actions = actions;
    this.#say = say;
    this.#explain = explain;
  }

  /**
   * Draws the closing record of the job, and has it stored and sealed. Resolves to its id. Rejects with `part_missing` while
   * the code of the element's shots is not there, and as `Protection.closeJob`.
   */
  async close(): Promise<string> {
    const {connection, options} = this.#actions;
    const {job} = options();
    const {shots, shotsState} = this.#host;
    if (shots?.length && !shotsState?.length) {
      throw new SealedCaptureError('part_missing', 'The list of shots is not loaded yet.');
    }
    if (!job) throw new SealedCaptureError('configuration_invalid', 'There is no job to close.');
    const say = this.#say;
    const picture = await closingPicture({
      job,
      title: say.term('closingTitle'),
      moment: say.term('closingMoment', say.time(new Date().toISOString())),
      note: say.term('closingNote'),
      language: say.lang(),
    });
    return await connection().closeJob(picture, listOf(this.#host));
  }

  /** Announces that a closing record was not sealed, or its file not uploaded. */
  failed({code, status}: ProtectErrorDetail) {
    if (isUnreached(code)) return;
    const what = code === 'delivery_failed' ? this.#notUploaded(status) : this.#notSealed;
    this.#actions.tell(what);
  }

  /** Renders a notice for each reason why closing records were not sealed or not uploaded. */
  render() {
    const problems = new Map<string, Problem>();
    const {closings} = this.#actions.connection();
    for (const record of closings) {
      const found = isFollowed(record, closings) ? undefined : this.#problemOf(record);
      if (!found) continue;
      const key = `${found.what} ${found.why}`;
      const {captureIds = []} = problems.get(key) ?? {};
      problems.set(key, {...found, captureIds: [...captureIds, record.captureId]});
    }
    return [...problems.values()].map((problem) => this.#renderProblem(problem));
  }

  #renderProblem({what, why, canRetry, canRemove, captureIds}: Problem) {
    const again = () => {
      for (const captureId of captureIds) this.#actions.retry(captureId);
    };
    const remove = () => {
      for (const captureId of captureIds) this.#actions.discard(captureId);
    };
    return html`<div class="notice failure" part="notice" data-state="failed">
      ${exclamationIcon()}
      <span>${what}</span>
      ${why ? html`<p>${why}</p>` : nothing}
      ${
        canRetry || canRemove
          ? html`<div class="actions">
              ${
                canRetry
                  ? html`<button class="retry" @click=${again}>
                      ${retryIcon()}${this.#say.term('failureRetry')}
                    </button>`
                  : nothing
              }
              ${
                canRemove
                  ? html`<button class="remove" @click=${remove}>
                      ${this.#say.term('closingRemove')}
                    </button>`
                  : nothing
              }
            </div>`
          : nothing
      }
    </div>`;
  }

  /** Undefined if nobody is needed. */
  #problemOf(record: CaptureSummary): Omit<Problem, 'captureIds'> | undefined {
    const {progress} = record;
    const what = this.#notSealed;
    if (progress.name === 'failed') {
      const {code} = progress.failure;
      if (OF_SERVICE.has(code)) return {what, ...this.#explain(record), canRemove: true};
      const isLost = LOST.has(code);
      const why = `${this.#say.term('closingReason', isLost ? 'lost' : 'other')} (${code})`;
      return {what, why, canRetry: !isLost, canRemove: true};
    }
    if (isMisconfigured(progress)) {
      const why = this.#say.term('setupProblem', 'configuration_invalid', this.#actions.mode);
      return {what, why, canRetry: false};
    }
    const failure = undeliveredFailure(progress);
    return failure && {what: this.#notUploaded(failure.status), canRetry: true};
  }

  get #notSealed(): string {
    return this.#say.term('closingNotSealed', this.#actions.mode);
  }

  #notUploaded(status?: number): string {
    return this.#say.term('closingNotUploaded', status ? String(status) : '');
  }
}

/** True for a record that failed, of a set that a later one has closed. */
const isFollowed = (
  {set, closed, progress}: CaptureSummary,
  all: readonly CaptureSummary[],
): boolean =>
  progress.name === 'failed' &&
  all.some(
    (one) =>
      one.set === set && (one.closed?.nth ?? 0) > (closed?.nth ?? 0) && 'sealedAt' in one.progress,
  );

/** The shots of the page's list, with those that are skipped; none for an element without a list. */
function listOf({shots = [], shotsState = []}: Host): SetClosing['shots'] {
  return shots.map(({id, label, required}) => {
    const state = shotsState.find((shot) => shot.id === id)?.state;
    return {
      id,
      label,
      ...(required && {required}),
      ...(state?.name === 'skipped' && {
        skipped: {reason: state.reason, ...(state.words && {words: state.words})},
      }),
    };
  });
}
