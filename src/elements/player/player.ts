import {html, nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import {openPlayback, type Playback} from '../../core/wiring/playback.js';
import {bookmarkIcon, exclamationIcon, pauseIcon, playIcon, skipIcon} from '../icons.js';
import type {Localize} from '../strings/localize.js';
import {clockTime} from './clock-time.js';

type PlayerState =
  /** There is nothing to play, or the element is outside the document. */
  | {name: 'empty'}
  | {name: 'ready'; playback: Playback}
  | {name: 'playing'; playback: Playback}
  /** The page's policy forbids playback, or the browser cannot read the file. */
  | {name: 'refused'};

/** Milliseconds between updates of the position; the browser's own events come four times a second. */
const POSITION_MS = 100;
/** Seconds per skip. */
const SKIP = 15;
/** Speeds of playback; browsers keep the pitch. */
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** Plays one recording at a person's request. The sound ends when its host leaves the document. */
export class Player implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #onTime?: (fraction: number) => void;
  readonly #open: typeof openPlayback;
  #recording?: Blob;
  #duration = 0;
  /** Kept for later recordings. */
  #speed = 1;
  #isConnected = false;
  #state: PlayerState = {name: 'empty'};
  /** Exists while a sound is open. */
  #opened?: AbortController;
  #positionTimer?: ReturnType<typeof setInterval>;

  /** `onTime` is called with the played share, from 0 to 1. */
  constructor(
    host: ReactiveControllerHost,
    onTime?: (fraction: number) => void,
    open = openPlayback,
  ) {
    this.#host = host;
    this.#onTime = onTime;
    this.#open = open;
    host.addController(this);
  }

  hostConnected() {
    this.#isConnected = true;
    this.load(this.#recording, this.#duration);
  }

  hostDisconnected() {
    this.#isConnected = false;
    this.#close();
  }

  /** Replaces the recording. `duration` in seconds is shown until the file's own is known. */
  load(recording: Blob | undefined, duration = 0): void {
    this.#close();
    this.#recording = recording;
    this.#duration = duration;
    if (!recording || !this.#isConnected) return;
    const playback = this.#open(recording);
    const {audio} = playback;
    audio.defaultPlaybackRate = audio.playbackRate = this.#speed;
    const {signal} = (this.#opened = new AbortController());
    const on = (names: string, told: () => void) =>
      names.split(' ').forEach((name) => audio.addEventListener(name, told, {signal}));
    on('play', () => {
      this.#positionTimer ??= setInterval(this.#tell, POSITION_MS);
      this.#set({name: 'playing', playback});
    });
    on('pause ended', () => {
      this.#rest();
      this.#set({name: 'ready', playback});
    });
    on('timeupdate seeked loadedmetadata durationchange', this.#tell);
    on('error', this.#refuse);
    this.#set({name: 'ready', playback});
  }

  /** Duration in seconds; 0 if unknown. */
  get duration(): number {
    const audio = this.#audio;
    return audio ? this.#seconds(audio) : 0;
  }

  get isPlaying(): boolean {
    return this.#state.name === 'playing';
  }

  /** Plays or pauses; from the start if the end is reached. */
  toggle(): void {
    const state = this.#state;
    switch (state.name) {
      case 'empty':
      case 'refused':
        return;
      case 'playing':
        return state.playback.audio.pause();
      case 'ready':
        // If the browser requires a person's press first, the button is still there. A failure is reported by an
        // event.
        state.playback.audio.play().catch(() => undefined);
    }
  }

  /** Moves to `fraction` of the whole, from 0 to 1. */
  seek(fraction: number): void {
    const audio = this.#audio;
    if (audio) audio.currentTime = fraction * this.#seconds(audio);
    this.#tell();
  }

  /** Moves to this many seconds from the beginning. */
  seekTo(seconds: number): void {
    const {duration} = this;
    if (duration) this.seek(Math.min(1, Math.max(0, seconds / duration)));
  }

  /** Renders nothing, the player, or why there is none. `names` has the bookmarks' names, empty for none. */
  render(say: Localize, bookmarks: readonly number[] = [], names: readonly string[] = []) {
    const state = this.#state;
    switch (state.name) {
      case 'empty':
        return html``;
      case 'refused':
        return html`<p class="player">${exclamationIcon()} ${say.term('playerRefused')}</p>`;
      case 'ready':
      case 'playing':
        return this.#renderControls(state, bookmarks, names, say);
    }
  }

  #renderControls(
    {name, playback: {audio}}: Extract<PlayerState, {playback: Playback}>,
    bookmarks: readonly number[],
    names: readonly string[],
    say: Localize,
  ) {
    const isPlaying = name === 'playing';
    const seconds = this.#seconds(audio);
    const times = [audio.currentTime, seconds].map(clockTime) as [string, string];
    return html`<div class="player" part="player" role="group" aria-label=${say.term('player')}>
      <button
        class="button"
        type="button"
        aria-label=${say.term(isPlaying ? 'playerPause' : 'playerPlay')}
        @click=${() => this.toggle()}
      >
        ${isPlaying ? pauseIcon() : playIcon()}
      </button>
      <input
        type="range"
        max="1"
        step="0.01"
        aria-label=${say.term('playerPosition')}
        aria-valuetext=${say.term('playerTime', ...times)}
        ?disabled=${seconds === 0}
        .value=${String(seconds && audio.currentTime / seconds)}
        list=${bookmarks.length > 0 ? 'bookmarks' : nothing}
        @input=${this.#onSlide}
      />
      <span class="times" aria-hidden="true">${times.join(' / ')}</span>
      ${this.#renderTools(audio, say)}
      ${bookmarks.length > 0 ? this.#renderBookmarks(bookmarks, names, seconds, say) : nothing}
    </div>`;
  }

  /** Renders the bookmarks as marks on the slider, and a button for each. */
  #renderBookmarks(
    bookmarks: readonly number[],
    names: readonly string[],
    seconds: number,
    say: Localize,
  ) {
    const marks = seconds ? bookmarks.map((mark) => Math.min(1, mark / seconds)) : [];
    return html`<datalist id="bookmarks">
        ${marks.map((mark) => html`<option value=${mark.toFixed(2)}></option>`)}
      </datalist>
      <span class="bookmarks" role="group" aria-label=${say.term('playerBookmarks')}>
        ${bookmarks.map((mark, index) => {
          const text = `${clockTime(mark)} ${names[index] ?? ''}`.trim();
          const word = say.term('playerBookmark', text);
          return html`<button
            class="button"
            type="button"
            aria-label=${word}
            title=${word}
            @click=${() => this.seekTo(mark)}
          >
            ${bookmarkIcon()}<bdi>${text}</bdi>
          </button>`;
        })}
      </span>`;
  }

  /** Renders the skip buttons and the choice of a speed. */
  #renderTools(audio: HTMLAudioElement, say: Localize) {
    const skip = (seconds: number) => {
      const word = say.term(seconds < 0 ? 'playerBack' : 'playerForward', SKIP);
      return html`<button
        class="button"
        type="button"
        aria-label=${word}
        title=${word}
        @click=${() => this.seekTo(audio.currentTime + seconds)}
      >
        ${skipIcon(seconds < 0)}
      </button>`;
    };
    const speeds = SPEEDS.map(
      (speed) =>
        html`<option value=${speed} ?selected=${speed === this.#speed}>
          ${say.term('playerTimes', say.number(speed))}
        </option>`,
    );
    return html`<span class="tools">
      ${skip(-SKIP)}${skip(SKIP)}
      <select aria-label=${say.term('playerSpeed')} @change=${this.#onSpeed}>
        ${speeds}
      </select>
    </span>`;
  }

  get #audio(): HTMLAudioElement | undefined {
    return 'playback' in this.#state ? this.#state.playback.audio : undefined;
  }

  #seconds({duration}: HTMLAudioElement): number {
    // WebKitGTK reports 0 if the file itself has no duration.
    return (Number.isFinite(duration) && duration) || this.#duration;
  }

  readonly #onSlide = (event: Event) => {
    this.seek((event.currentTarget as HTMLInputElement).valueAsNumber);
  };

  readonly #onSpeed = (event: Event) => {
    this.#speed = Number((event.currentTarget as HTMLSelectElement).value);
    const audio = this.#audio;
    if (audio) audio.defaultPlaybackRate = audio.playbackRate = this.#speed;
  };

  readonly #tell = () => {
    const audio = this.#audio;
    if (!audio) return;
    this.#onTime?.(Math.min(1, audio.currentTime / (this.#seconds(audio) || 1)));
    this.#host.requestUpdate();
  };

  readonly #refuse = () => {
    this.#close();
    this.#set({name: 'refused'});
  };

  #rest() {
    clearInterval(this.#positionTimer);
    this.#positionTimer = undefined;
  }

  #close() {
    this.#rest();
    this.#opened?.abort();
    if ('playback' in this.#state) this.#state.playback.close();
    this.#set({name: 'empty'});
  }

  #set(state: PlayerState) {
    this.#state = state;
    this.#host.requestUpdate();
  }
}
