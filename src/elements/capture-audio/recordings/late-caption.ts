import {html, type LitElement, type ReactiveController} from 'lit';
import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import type {Localize} from '../../strings/localize.js';
import type {FinishedRecordings} from '../finished-recordings.js';
import type {Recorded} from '../outcome.js';
import type {ElementFunctions} from './element-functions.js';

/** How long a recording waits for its caption after the stop, and after each keystroke, in milliseconds. */
const QUIET_MS = 30_000;

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
  /** Shows and announces a problem; an empty text removes it. */
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
  /** `made`: the recording is not shown yet. `saving`: the caption is being stored; the recording is released then. */
  phase: 'made' | 'open' | 'saving';
  /** The recording is released even if the caption cannot be stored. */
  isOver: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/**
 * The field for the caption of a recording that has just ended. As long as it is open, the recording is not sealed: until
 * the person has finished, shows or makes another recording, deletes this one, or has typed nothing for a while, and until the
 * element is disabled or leaves the page. If the page goes, the next visit seals the recording as it is stored.
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
  }

  hostDisconnected() {
    this.#host.removeEventListener('invalid', this.#end);
    this.#end();
  }

  hostUpdate() {
    const field = this.#host.shadowRoot?.activeElement;
    this.#focused = field?.matches('[part=caption]') ? (field as HTMLInputElement) : undefined;
    const {finished, isMaking, session} = this.#actions;
    const {captureId, phase} = this.#writing ?? {};
    const isShown = finished.shown?.detail.captureId === captureId;
    const isComing = phase === 'made' && isMaking();
    if (captureId && (!session() || (!isShown && !isComing))) this.#end();
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
    this.#writing = {captureId, connection, caption: stored, stored, phase: 'made', isOver: false};
  }

  /**
   * Opens the field of a recording that ended as intended, and announces that it is not sealed yet. Returns false if it
   * has no field, and is sealed.
   */
  opens({detail: {captureId}, end}: Recorded): boolean {
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
      if (writing.phase === 'open') this.#wait(writing);
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

  /** The end without a person's decision: nothing keeps the recording from being sealed then. */
  readonly #end = () => {
    if (this.#writing) this.#writing.isOver = true;
    this.#finish();
  };

  readonly #finish = () => {
    const writing = this.#writing;
    if (!writing || writing.phase === 'saving') return;
    clearTimeout(writing.timer);
    writing.phase = 'saving';
    void this.#release(writing);
  };

  /** Enter ends the field although nothing was changed. */
  readonly #onKey = ({key, isComposing, target}: KeyboardEvent) => {
    if (key === 'Enter' && !isComposing && target instanceof HTMLInputElement) this.#finish();
  };

  #wait(writing: Writing) {
    clearTimeout(writing.timer);
    writing.timer = setTimeout(this.#end, this.#actions.quietMs ?? QUIET_MS);
  }

  /** Stores the caption, then lets the recording be sealed. */
  async #release(writing: Writing) {
    const {captureId, connection} = writing;
    const outcome = await this.#store(writing).catch(() => 'failed' as const);
    if (outcome === 'failed' && !writing.isOver) {
      writing.phase = 'open';
      this.#wait(writing);
      return this.#actions.tell(this.#say.term('recordingsCaptionNotStored', 'again'));
    }
    connection.withhold([captureId], false, 'caption');
    if (this.#writing === writing) this.#writing = undefined;
    const isKnown = this.#host.protections.some((capture) => capture.captureId === captureId);
    const problem = outcome !== 'stored' && isKnown;
    this.#actions.tell(problem ? this.#say.term('recordingsCaptionNotStored', outcome) : '');
  }

  /** Stores what was typed, also while it was being stored. `late`: the recording is being sealed already. */
  async #store(writing: Writing): Promise<'stored' | 'late'> {
    const {captureId, connection} = writing;
    while (writing.caption !== writing.stored) {
      const {caption} = writing;
      if (!(await connection.changeTags(captureId, {caption: caption || undefined}))) return 'late';
      writing.stored = caption;
    }
    return 'stored';
  }
}
