import {html, type LitElement, type ReactiveController} from 'lit';
import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import type {Localize} from '../../strings/localize.js';
import type {FinishedRecordings} from '../finished-recordings.js';
import type {Recorded} from '../outcome.js';
import type {ElementFunctions} from './element-functions.js';

/** How long a recording waits for its caption after the stop, and after each keystroke, in milliseconds. */
const QUIET_MS = 30_000;
/** What is typed is stored this long after a keystroke, in milliseconds. */
const KEEP_MS = 1000;

type Host = LitElement & {
  readonly captionField: boolean;
  readonly autoProtect: boolean;
  readonly protections: readonly CaptureSummary[];
};

/** What the field needs of its element. */
interface CaptionActions {
  connection: () => Protection;
  finished: FinishedRecordings;
  isMaking: () => boolean;
  /** Undefined while the element is outside the document, or disabled. */
  session: () => object | undefined;
  functions: Pick<ElementFunctions, 'say' | 'renderCaptionField'>;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  /** Shows and announces a problem; an empty text removes the last one that this has told. */
  tell: (problem: string) => void;
  /** Replaces the time without a keystroke, for tests. */
  quietMs?: number;
}

/** The caption of a recording that is withheld from sealing. */
interface Writing {
  readonly captureId: string;
  readonly connection: Protection;
  /** What the field shows. */
  caption: string;
  /** What is stored with the recording. */
  stored: string;
  /**
   * `made`: the recording is not shown yet. `finished`: it is released once the caption is stored, and `open` again if that
   * fails. `over`: it is released even then.
   */
  phase: 'made' | 'open' | 'finished' | 'over';
  /** The time without a keystroke. */
  quiet?: ReturnType<typeof setTimeout>;
  /** The time until what was typed is stored. */
  keep?: ReturnType<typeof setTimeout>;
  /** The caption is being stored. */
  storing?: Promise<Stored>;
}

/** `late`: the recording is being sealed already, or is. */
type Stored = 'stored' | 'late' | 'failed';

/**
 * The field for the caption of a recording that has just ended. As long as it is open, the recording is not sealed: until
 * the person has finished, shows or makes another recording, deletes this one, or has typed nothing for a while, and until the
 * element is disabled or leaves the page. What is typed is stored all the time: if the page goes, the next visit seals it.
 */
export class LateCaption implements ReactiveController {
  readonly #host: Host;
  readonly #actions: CaptionActions;
  readonly #say: Localize;
  #writing?: Writing;
  /** The caption's field, if it had the focus before the rendering. */
  #focused?: HTMLInputElement;

  constructor(host: Host, actions: CaptionActions, say: Localize) {
    this.#host = host;
    this.#actions = actions;
    this.#say = say;
    host.addController(this);
  }

  hostConnected() {
    this.#host.addEventListener('invalid', this.#end);
    addEventListener('pagehide', this.#keep);
    document.addEventListener('visibilitychange', this.#onVisibility);
  }

  hostDisconnected() {
    this.#host.removeEventListener('invalid', this.#end);
    removeEventListener('pagehide', this.#keep);
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#end();
  }

  hostUpdate() {
    const field = this.#host.shadowRoot?.activeElement;
    this.#focused = field?.matches('[part=caption]') ? (field as HTMLInputElement) : undefined;
    const {finished, isMaking, session} = this.#actions;
    const {captureId, phase} = this.#writing ?? {};
    if (!captureId) return;
    const isShown = finished.shown?.detail.captureId === captureId;
    const isComing = phase === 'made' && isMaking();
    const isTaken = phase === 'open' && !this.#isUnsealed(captureId);
    if (!session() || (!isShown && !isComing) || isTaken) this.#end();
  }

  /** A person who was writing when the recording ended goes on in the other field. */
  hostUpdated() {
    if (this.#focused?.isConnected !== false) return;
    const field = this.#host.renderRoot.querySelector<HTMLInputElement>('[part=caption]');
    field?.focus();
    field?.setSelectionRange(this.#focused.selectionStart, this.#focused.selectionEnd);
  }

  /** To be called as soon as a recording is a capture, before anything else: it is sealed otherwise. */
  made(captureId: string) {
    const {captionField, autoProtect, protections} = this.#host;
    this.#end();
    if (!captionField || !autoProtect || !this.#actions.session()) return;
    const connection = this.#actions.connection();
    connection.withhold([captureId], true, 'caption');
    const summary = protections.find((capture) => capture.captureId === captureId);
    const stored = summary?.tags?.['caption'] ?? '';
    this.#writing = {captureId, connection, caption: stored, stored, phase: 'made'};
  }

  /**
   * Opens the field of a recording that ended as intended, and announces that it is not sealed yet. Returns false if it
   * has no field, and is sealed.
   */
  open({detail: {captureId}, end}: Recorded): boolean {
    const writing = this.#writing;
    if (writing?.captureId !== captureId) return false;
    if (end !== 'stopped' && end !== 'full' && end !== 'silent') {
      this.#end();
      return false;
    }
    writing.phase = 'open';
    this.#wait(writing);
    const {announce, functions} = this.#actions;
    const why = functions.say.term('recordEnded', end);
    announce(`${why} ${this.#say.term('recordingsCaptionOpen')}`.trim());
    return true;
  }

  /** Renders the field of this recording; undefined if it is not open. */
  render(captureId: string) {
    const writing = this.#writing;
    if (writing?.captureId !== captureId || writing.phase === 'made') return undefined;
    const {functions, quietMs = QUIET_MS} = this.#actions;
    const write = (text: string) => {
      writing.caption = text;
      if (writing.phase === 'open') {
        this.#wait(writing);
        writing.keep ??= setTimeout(this.#keep, KEEP_MS);
      }
      this.#host.requestUpdate();
    };
    const field = {
      captionField: true,
      get caption() {
        return writing.caption;
      },
      set caption(text: string) {
        write(text);
      },
    };
    return html`<div class="late-caption" @keydown=${this.#onKey}>
      ${functions.renderCaptionField(field, false, this.#finish, functions.say)}
      <button class="button" @click=${this.#finish}>${this.#say.term('recordingsSealNow')}</button>
      <p class="quiet">${this.#say.term('recordingsCaptionHint', Math.round(quietMs / 1000))}</p>
    </div>`;
  }

  /** False if another page has sealed or deleted the recording. One that could not be stored is shown as failed. */
  #isUnsealed(captureId: string): boolean {
    const summary = this.#host.protections.find((capture) => capture.captureId === captureId);
    const {progress} = summary ?? {};
    return (
      progress?.name === 'failed' || (progress?.name === 'held' && progress.awaits === 'caption')
    );
  }

  /** The end without a person's decision: nothing keeps the recording from being sealed then. */
  readonly #end = () => this.#release('over');
  readonly #finish = () => this.#release('finished');

  /** Enter ends the field although nothing was changed. */
  readonly #onKey = ({key, isComposing, target}: KeyboardEvent) => {
    if (key === 'Enter' && !isComposing && target instanceof HTMLInputElement) this.#finish();
  };

  #wait(writing: Writing) {
    clearTimeout(writing.quiet);
    writing.quiet = setTimeout(this.#end, this.#actions.quietMs ?? QUIET_MS);
  }

  readonly #onVisibility = () => {
    if (document.hidden) this.#keep();
  };

  /** Stores what was typed so far. What cannot be stored is tried again at the next keystroke, and at the end. */
  readonly #keep = () => {
    const writing = this.#writing;
    if (writing?.phase !== 'open') return;
    clearTimeout(writing.keep);
    writing.keep = undefined;
    void this.#store(writing).then((outcome) => {
      if (outcome === 'late' && this.#writing === writing) this.#end();
    });
  };

  #release(phase: 'finished' | 'over') {
    const writing = this.#writing;
    if (!writing || writing.phase === 'over') return;
    const isUnderway = writing.phase === 'finished';
    writing.phase = phase;
    if (!isUnderway) void this.#storeAndRelease(writing);
  }

  /** Stores the caption, then lets the recording be sealed. */
  async #storeAndRelease(writing: Writing) {
    clearTimeout(writing.quiet);
    clearTimeout(writing.keep);
    writing.keep = undefined;
    const {captureId, connection} = writing;
    const outcome = await this.#store(writing);
    if (outcome === 'failed' && writing.phase === 'finished') {
      writing.phase = 'open';
      this.#wait(writing);
      return this.#actions.tell(this.#say.term('recordingsCaptionNotStored', 'again'));
    }
    connection.withhold([captureId], false, 'caption');
    if (this.#writing === writing) this.#writing = undefined;
    const isKnown = this.#host.protections.some((capture) => capture.captureId === captureId);
    const problem = outcome !== 'stored' && isKnown;
    this.#actions.tell(problem ? this.#say.term('recordingsCaptionNotStored', outcome) : '');
    this.#host.requestUpdate();
  }

  /** Stores what was typed, also while it was being stored. */
  #store(writing: Writing): Promise<Stored> {
    const over = () => (writing.storing = undefined);
    writing.storing ??= this.#storeAll(writing)
      .catch(() => 'failed' as const)
      .finally(over);
    return writing.storing;
  }

  async #storeAll(writing: Writing): Promise<Stored> {
    const {captureId, connection} = writing;
    while (writing.caption !== writing.stored) {
      const {caption} = writing;
      if (!(await connection.changeTags(captureId, {caption: caption || undefined}))) return 'late';
      writing.stored = caption;
    }
    return 'stored';
  }
}
