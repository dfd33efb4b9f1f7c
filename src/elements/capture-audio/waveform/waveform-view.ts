import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {RecordingSession} from '../../../core/recording/recording-session.js';
import type {Recorded} from '../outcome.js';
import type {Waveform} from './waveform.js';

/** The drawn recording: one in progress, or a whole one. */
export interface DrawnRecording {
  peaks: Float32Array;
  isLive: boolean;
}

/** The recording that is shown, or else the one in progress. */
export function soundOf(
  shown: Recorded | undefined,
  session: RecordingSession | undefined,
): DrawnRecording | undefined {
  if (shown) return shown.peaks.length > 0 ? {peaks: shown.peaks, isLive: false} : undefined;
  const name = session?.state.name;
  const isLive = name === 'recording' || name === 'paused' || name === 'finishing';
  return isLive && session ? {peaks: session.peaks, isLive} : undefined;
}

/** Where and how the waveform is drawn. */
export interface Wave {
  /** The place in the element. */
  own: HTMLElement | null;
  /** The place that the page has chosen. */
  elsewhere?: HTMLElement;
  /** CSS pixels. */
  height: number;
  /** If unset, the text colour of the element that contains the waveform. */
  waveColor?: string;
  /** The drawing code; undefined until it is loaded. */
  drawing?: {Waveform: typeof Waveform};
}

/** The waveform of an element while there is something to draw, and a place for it. */
export class WaveformView implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #onSeek: (fraction: number) => void;
  #waveform?: Waveform;
  /** The place and options that the waveform was made for. */
  #key: readonly unknown[] = [];
  #whole?: Float32Array;
  /** The device's color scheme, which changes the colors of the page, but not those in a canvas. */
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #onScheme = (): void => this.#host.requestUpdate();

  constructor(host: ReactiveControllerHost & Element, onSeek: (fraction: number) => void) {
    this.#host = host;
    this.#onSeek = onSeek;
    host.addController(this);
  }

  hostConnected() {
    this.#dark.addEventListener('change', this.#onScheme);
  }

  hostDisconnected() {
    this.#dark.removeEventListener('change', this.#onScheme);
    this.#destroy();
  }

  /** Draws the waveform; makes a new one if the place or the options have changed. */
  update(sound: DrawnRecording | undefined, {own, elsewhere, height, waveColor, drawing}: Wave) {
    const container = elsewhere ?? own;
    if (own?.parentElement) {
      own.parentElement.style.minBlockSize = container === own ? `${height}px` : '';
    }
    if (!sound || !container || !drawing) return this.#destroy();
    // A canvas cannot read custom properties.
    const {color, outlineColor: progressColor} = getComputedStyle(own ?? this.#host);
    waveColor ??= color;
    const key = [container, height, waveColor, progressColor];
    if (key.some((value, index) => value !== this.#key[index])) {
      this.#destroy();
      this.#key = key;
      this.#waveform = new drawing.Waveform(container, {
        height,
        waveColor,
        progressColor,
        onSeek: this.#onSeek,
      });
    }
    if (sound.isLive) {
      this.#whole = undefined;
      this.#waveform?.showLive(sound.peaks);
    } else if (sound.peaks !== this.#whole) {
      this.#whole = sound.peaks;
      this.#waveform?.showWhole(sound.peaks);
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
