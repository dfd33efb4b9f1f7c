import {html, nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {CaptureSummary, FailureReason} from '../../../core/queue/queue-client.js';
import {saveFile} from '../../../core/wiring/elements/save-file.js';
import {exclamationIcon, retryIcon} from '../../icons.js';
import {closing} from '../../../lang/compiled/en/closing.js';
import {failures} from '../../../lang/compiled/en/failures.js';
import type {Stuck} from '../../form/form-state.js';
import {Localize} from '../../strings/localize.js';
import {Closing, type ClosingActions} from '../closing/closing.js';
import {failureStyles} from './failure-styles.js';
import {News, type NewsActions} from './news.js';
import {savedName} from './saved-name.js';
import {renderUpload, undeliveredTexts, type RenderLine} from './upload-notice.js';
import {undeliveredFailure, whyNotUploaded} from './upload-reasons.js';
import {renderWaiting} from './waiting-notice.js';

/** How long a person can undo a deletion, in milliseconds. */
const UNDO_MS = 10_000;

/** How often the time starts again at its end because the person is on the button that undoes the deletion. */
const MOST_EXTENSIONS = 12;

/** Called after a deletion was undone, with what to announce, and the captures that are back. */
type OnKept = (text: string, captureIds: readonly string[]) => void;

/** What can be done about captures whose sealing failed. */
export interface FailureActions extends NewsActions, ClosingActions {
  /** Deletes the capture for good. */
  discard: (captureId: string) => void;
  /**
   * Withholds captures that are to be deleted soon, or releases them: the deletion was undone, the element was removed,
   * or they were sealed meanwhile.
   */
  withhold?: (captureIds: readonly string[], isWithheld: boolean) => void;
  /** What keeps captures from being sealed or stored, found before any was made. */
  problem?: () => FailureReason | undefined;
  /** Replaces the browser's own function, for tests. */
  save?: (file: Blob, name: string) => void;
  undoMs?: number;
}

/**
 * Shows why captures were not sealed or not uploaded, and offers to retry; also to save those without a seal, and to delete
 * them. A deletion takes effect after ten seconds; until then a person can undo it. If the page is closed before, nothing
 * is deleted.
 */
export class Failures implements ReactiveController {
  readonly styles = [failureStyles];
  readonly news: News;
  /** Needed at any time, also without a network, as this part is: closes jobs. */
  readonly closing: Closing;
  readonly #host: ReactiveControllerHost &
    HTMLElement & {readonly protections: readonly CaptureSummary[]};
  readonly #actions: FailureActions;
  readonly #say: Localize;
  /**
   * Captures that are to be deleted, by id, with their state at the time of the request; undefined if the state does
   * not matter.
   */
  #going: ReadonlyMap<string, string | undefined> = new Map();
  #timer?: ReturnType<typeof setTimeout>;
  /** The button that undoes a deletion, in whatever shadow tree the person has reached it last. */
  #undo?: HTMLElement;
  /** The problem that was announced last. */
  #told = '';

  constructor(
    host: ReactiveControllerHost & HTMLElement & {readonly protections: readonly CaptureSummary[]},
    actions: FailureActions,
  ) {
    this.#host = host;
    this.#actions = actions;
    this.#say = new Localize(host, {...failures, ...closing});
    this.news = new News(host, actions, this.#say);
    this.closing = new Closing(host, actions, this.#say, (capture) => this.explain(capture));
    host.addController(this);
  }

  hostUpdated() {
    const text = this.#problem;
    if (text && text !== this.#told) this.#actions.tell(text);
    this.#told = text;
  }

  hostDisconnected() {
    this.news.clear();
    this.#takeBack();
  }

  /** True if the capture is to be deleted, unless the person undoes that. */
  isGoing(captureId: string): boolean {
    return this.#going.has(captureId);
  }

  /** Why a form cannot be sent yet: so many captures are in this state. */
  stuckText(standing: Stuck, count: number): string {
    return this.#say.term('captureStuck', standing, count, this.#actions.mode);
  }

  /**
   * Renders a notice for each reason, with what can be done, and before them the deletions that can be undone. `captures`
   * are without those that are to be deleted.
   */
  render(captures: readonly CaptureSummary[]) {
    const reasons = new Map<string, {failure: FailureReason; captures: CaptureSummary[]}>();
    for (const capture of captures) {
      const {progress} = capture;
      if (progress.name !== 'failed') continue;
      const {failure} = progress;
      const same = reasons.get(failure.code);
      if (same) same.captures.push(capture);
      else reasons.set(failure.code, {failure, captures: [capture]});
    }
    return [
      this.renderUndo(),
      this.closing.render(),
      ...[...reasons.values()].map(
        ({failure, captures}) =>
          html`<div class="notice failure" part="notice" data-state="failed">
            ${exclamationIcon()}
            <span>${this.#say.term('failureCount', captures.length, this.#actions.mode)}</span>
            <p>${this.why(failure)}</p>
            <div class="actions">
              ${
                this.isHopeless(failure)
                  ? nothing
                  : html`<button
                      class="retry"
                      @click=${() => {
                        for (const {captureId} of captures) this.#actions.retry(captureId);
                      }}
                    >
                      ${retryIcon()}${this.#say.term('failureRetry')}
                    </button>`
              }
              ${this.renderActions(captures, '')}
            </div>
          </div>`,
      ),
    ];
  }

  /**
   * The notice about captures that wait. `unanswered` is that about the network, or the service; `say` has the element's own
   * terms.
   */
  renderWaiting(
    captures: readonly CaptureSummary[],
    unanswered: unknown,
    say: Localize,
    notice: RenderLine,
  ) {
    const {mode, options, retry} = this.#actions;
    return renderWaiting(captures, {
      mode,
      options: options(),
      say,
      ours: this.#say,
      retry,
      notice,
      unanswered,
      problem: () => {
        const text = this.#problem;
        return text && notice('waiting', exclamationIcon(), text, say);
      },
      upload: (undone) => {
        const texts = undeliveredTexts(undone, mode, say, this.#say);
        return renderUpload(undone, texts, mode, say, this.#say, retry, notice);
      },
    });
  }

  /** What it says, with the code; empty if there is no problem. */
  get #problem(): string {
    const problem = this.#actions.problem?.();
    return problem
      ? `${this.#say.term('setupProblem', problem.code, this.#actions.mode)} (${codesOf(problem)})`
      : '';
  }

  /** What the notice says of files that are not uploaded, to be announced; empty if there are none. */
  notUploaded(captures: readonly CaptureSummary[], say: Localize): string {
    const {what, why, more} = undeliveredTexts(captures, this.#actions.mode, say, this.#say);
    return why ? `${what}. ${why} ${more}`.trim() : what;
  }

  /** Why the capture was not sealed, or its file not uploaded, if that is known, and whether a retry may help. */
  explain({progress}: CaptureSummary): {why?: string; canRetry: boolean} {
    if (progress.name === 'failed') {
      const {failure} = progress;
      return {why: this.why(failure), canRetry: !this.isHopeless(failure)};
    }
    const failure = undeliveredFailure(progress);
    if (!failure) return {canRetry: false};
    return {why: whyNotUploaded([failure], this.#actions.mode, this.#say).text, canRetry: true};
  }

  /** True if a retry changes nothing. */
  isHopeless({code}: FailureReason): boolean {
    return code === 'too_large' || code === 'media_unsupported';
  }

  /** Why it was not sealed, what that means, and what to do, followed by the code. */
  why(failure: FailureReason): string {
    const {code, status = 0} = failure;
    const isNowhere = code === 'request_rejected' && [404, 405].includes(status);
    const why = isNowhere
      ? this.#say.term('failureNoService')
      : this.#say.term('failureReason', code);
    return `${why} (${codesOf(failure)})`;
  }

  /** Renders the buttons to save these captures without a seal, and to delete them. */
  renderActions(captures: readonly CaptureSummary[], style: string) {
    return html`${this.renderSave(captures, style)}<button
        class=${`delete ${style}`}
        @click=${() => {
          this.remove(captures);
        }}
      >
        ${this.#say.term('failureDelete')}
      </button>`;
  }

  renderSave(captures: readonly CaptureSummary[], style: string) {
    return html`<button class=${`save ${style}`} @click=${() => void this.#save(captures)}>
      ${this.#say.term('failureSave')}
    </button>`;
  }

  /**
   * Deletes these captures after the undo time. With `whatever`, their state then does not matter; otherwise they are
   * kept if they were sealed or released meanwhile.
   */
  remove(captures: readonly CaptureSummary[], whatever = false) {
    const {withhold, tell, undoMs = UNDO_MS, mode} = this.#actions;
    withhold?.(
      captures.map(({captureId}) => captureId),
      true,
    );
    const added = captures.map(
      ({captureId, progress}) => [captureId, whatever ? undefined : progress.name] as const,
    );
    this.#going = new Map([...this.#going, ...added]);
    this.#wait(undoMs);
    tell(this.#say.term('failureDeleted', this.#going.size, mode));
    this.#host.requestUpdate();
  }

  /**
   * Renders the deletions that can be undone; nothing if there are none. A modal dialog hides what the element
   * announces, so it passes `kept`.
   */
  renderUndo(kept: OnKept = this.#actions.tell) {
    const {size: length} = this.#going;
    if (length === 0) return nothing;
    return html`<div class="notice" part="notice" data-state="waiting">
      <span>${this.#say.term('failureDeleted', length, this.#actions.mode)}</span>
      <button
        class="undo"
        data-focus
        @focus=${this.#onUndoReached}
        @pointerenter=${this.#onUndoReached}
        @click=${() => {
          const captureIds = [...this.#going.keys()];
          this.#takeBack();
          kept(this.#say.term('failureKept', length, this.#actions.mode), captureIds);
        }}
      >
        ${this.#say.term('failureUndo')}
      </button>
    </div>`;
  }

  async #save(captures: readonly CaptureSummary[]) {
    const {connection, mode, tell, save = saveFile} = this.#actions;
    const lacking: ('missing' | 'unreadable')[] = [];
    const saved: string[] = [];
    for (const {captureId, capturedAt} of captures) {
      const file = await connection()
        .picture(captureId)
        .catch(() => 'unreadable' as const);
      if (file === undefined || file === 'unreadable') lacking.push(file ?? 'missing');
      else {
        save(file, savedName(this.#say.term('failureFile', mode), capturedAt, file.type));
        saved.push(captureId);
      }
    }
    const isUnreadable = lacking.includes('unreadable');
    const notSaved = isUnreadable ? 'failureNotReadable' : 'failureNotSaved';
    tell(this.#say.term(lacking.length > 0 ? notSaved : 'failureSaved'));
    if (saved.length === 0) return;
    // A note that cannot be stored does not change what was done.
    await connection()
      .noteCopies(saved, {made: 'saved', unsealed: true})
      .catch((error: unknown) => {
        console.warn('The copy of a capture could not be noted.', error);
      });
  }

  /** Deletes after this time, or later if the person is on the button that undoes it then. */
  #wait(milliseconds: number, extensions = MOST_EXTENSIONS) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const isNear = this.#undo?.matches(':focus, :hover') ?? false;
      if (isNear && extensions > 0) this.#wait(milliseconds, extensions - 1);
      else this.#discard();
    }, milliseconds);
  }

  readonly #onUndoReached = ({currentTarget}: Event) => {
    if (currentTarget instanceof HTMLElement) this.#undo = currentTarget;
  };

  #takeBack() {
    const captureIds = [...this.#going.keys()];
    this.#keep();
    if (captureIds.length > 0) this.#actions.withhold?.(captureIds, false);
  }

  #keep() {
    clearTimeout(this.#timer);
    this.#going = new Map();
    this.#host.requestUpdate();
  }

  #discard() {
    const staying: string[] = [];
    for (const {captureId, progress} of this.#host.protections) {
      if (!this.#going.has(captureId)) continue;
      const {name} = progress;
      // A capture that was sealed meanwhile, or released from another page, is kept.
      if ((this.#going.get(captureId) ?? name) === name) this.#actions.discard(captureId);
      else staying.push(captureId);
    }
    this.#keep();
    if (staying.length > 0) this.#actions.withhold?.(staying, false);
  }
}

/** The code, with the status of the answer, if there is one. */
const codesOf = ({code, status}: FailureReason): string =>
  [code, status].filter(Boolean).join(',\u00a0');
