import type {LitElement, ReactiveController} from 'lit';
import type {RecordingSession} from '../../../core/recording/recording-session.js';
import {LatePart} from '../../late-part.js';
import type {Recorded} from '../outcome.js';
import type {Waveform} from './waveform.js';

/** The drawn recording: one in progress, or a whole one. */
export interface DrawnRecording {
  peaks: Float32Array;
  isLive: boolean;
  /** Bookmarks in seconds. */
  marks?: readonly number[];
  /** Their names; empty for none. */
  names?: readonly string[];
}

/** The recording that is shown, or else the one in progress. */
export function soundOf(
  shown: Recorded | undefined,
  session: RecordingSession | undefined,
): DrawnRecording | undefined {
  if (shown) {
    const {peaks, bookmarks: marks, bookmarkNames: names} = shown;
    return peaks.length > 0 ? {peaks, isLive: false, marks, names} : undefined;
  }
  const name = session?.state.name;
  const isLive = name === 'recording' || name === 'paused' || name === 'finishing';
  if (!isLive || !session) return undefined;
  const {peaks, bookmarks: marks, bookmarkNames: names} = session;
  return {peaks, isLive, marks, names};
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
  #whole?: Pick<DrawnRecording, 'peaks' | 'marks'>;
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
    const marks = {places: sound.marks ?? [], names: sound.names};
    if (sound.isLive) {
      this.#whole = undefined;
      this.#waveform?.showLive(sound.peaks, marks);
    } else if (sound.peaks !== this.#whole?.peaks || sound.marks !== this.#whole.marks) {
      this.#whole = sound;
      this.#waveform?.showWhole(sound.peaks, marks);
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
