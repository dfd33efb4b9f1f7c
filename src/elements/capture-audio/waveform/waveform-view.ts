import type {LitElement, ReactiveController} from 'lit';
import type {RecordingSession} from '../../../core/recording/recording-session.js';
import {LatePart} from '../../late-part.js';
import type {Recorded} from '../outcome.js';
import type {Marks} from './marks.js';
import type {Waveform} from './waveform.js';

/** The drawn recording: one in progress, or a whole one. */
export interface DrawnRecording extends Marks {
  peaks: Float32Array;
  isLive: boolean;
}

/** The recording that is shown, or else the one in progress. */
export function soundOf(
  shown: Recorded | undefined,
  session: RecordingSession | undefined,
): DrawnRecording | undefined {
  const name = session?.state.name;
  const isMaking = name === 'recording' || name === 'paused' || name === 'finishing';
  const source = shown ?? (isMaking ? session : undefined);
  if (!source || shown?.peaks.length === 0) return undefined;
  const {peaks, bookmarks, bookmarkNames} = source;
  return {peaks, isLive: !shown, bookmarks, bookmarkNames};
}

/** What is drawn, where and how. */
interface Wave {
  sound?: DrawnRecording;
  /** The place that the page has chosen. */
  elsewhere?: HTMLElement;
  /** CSS pixels. */
  height: number;
  /** If unset, the text colour of the element that contains the waveform. */
  waveColor?: string;
}

/** What the waveform needs of its element. */
interface WaveActions {
  wave: () => Wave;
  /** Loads the code that draws: a sixth of what the element would load at once. */
  load: () => Promise<{Waveform: typeof Waveform}>;
  seek: (fraction: number) => void;
}

/** The waveform of an element while there is something to draw, and a place for it. */
export class WaveformView implements ReactiveController {
  /** Draws the waveform; recording works without it. */
  readonly drawing: LatePart<{Waveform: typeof Waveform}>;
  readonly #host: LitElement;
  readonly #actions: WaveActions;
  #waveform?: Waveform;
  /** The place and options that the waveform was made for. */
  #key: readonly unknown[] = [];
  /** The drawn peaks and bookmarks of a whole recording. */
  #whole?: DrawnRecording;
  /** The device's color scheme, which changes the colors of the page, but not those in a canvas. */
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #onScheme = (): void => this.#host.requestUpdate();

  constructor(host: LitElement, actions: WaveActions) {
    this.#host = host;
    this.#actions = actions;
    this.drawing = new LatePart(host, actions.load);
    host.addController(this);
  }

  /** True if there is something to draw, and the code for it could not be loaded. */
  get isMissing(): boolean {
    return this.drawing.hasFailed && !!this.#actions.wave().sound;
  }

  hostConnected() {
    this.#dark.addEventListener('change', this.#onScheme);
  }

  hostDisconnected() {
    this.#dark.removeEventListener('change', this.#onScheme);
    this.#destroy();
  }

  /** Draws the waveform; makes a new one if the place or the options have changed. */
  hostUpdated() {
    const {sound, elsewhere, height, waveColor: wanted} = this.#actions.wave();
    const own = this.#host.renderRoot.querySelector<HTMLElement>('.wave');
    const drawing = this.drawing.part;
    const container = elsewhere ?? own;
    if (own?.parentElement) {
      own.parentElement.style.minBlockSize = container === own ? `${height}px` : '';
    }
    if (!sound || !container || !drawing) return this.#destroy();
    // A canvas cannot read custom properties.
    const {color, outlineColor: progressColor} = getComputedStyle(own ?? this.#host);
    const waveColor = wanted ?? color;
    const key = [container, height, waveColor, progressColor];
    if (key.some((value, index) => value !== this.#key[index])) {
      this.#destroy();
      this.#key = key;
      this.#waveform = new drawing.Waveform(container, {
        height,
        waveColor,
        progressColor,
        onSeek: this.#actions.seek,
      });
    }
    if (sound.isLive) {
      this.#whole = undefined;
      this.#waveform?.showLive(sound.peaks, sound);
    } else if (sound.peaks !== this.#whole?.peaks || sound.bookmarks !== this.#whole.bookmarks) {
      this.#whole = sound;
      this.#waveform?.showWhole(sound.peaks, sound);
    }
  }

  /** Shows the played share of a whole recording, from 0 to 1. */
  showProgress(fraction: number) {
    this.#waveform?.showProgress(fraction);
  }

  #destroy() {
    this.#waveform?.destroy();
    this.#waveform = this.#whole = undefined;
    this.#key = [];
  }
}
