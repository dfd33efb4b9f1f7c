import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {Waveform, type WaveformOptions} from './waveform.js';

/** What is drawn: a recording as it grows, or a whole one. */
export interface Sound {
  peaks: Float32Array;
  isLive: boolean;
}

/** The waveform of an element while there is something to draw, and a place for it. */
export class WaveformView implements ReactiveController {
  readonly #onSeek: (fraction: number) => void;
  #waveform?: Waveform;
  /** What it was made for. */
  #key: readonly unknown[] = [];
  #whole?: Float32Array;

  constructor(host: ReactiveControllerHost, onSeek: (fraction: number) => void) {
    this.#onSeek = onSeek;
    host.addController(this);
  }

  hostDisconnected() {
    this.#destroy();
  }

  /** Draws anew where the place or the colours are others. */
  update(sound: Sound | undefined, container: HTMLElement | null, options: WaveformOptions) {
    if (!sound || !container) return this.#destroy();
    const {height, waveColor, progressColor} = options;
    const key = [container, height, waveColor, progressColor];
    if (key.some((value, index) => value !== this.#key[index])) {
      this.#destroy();
      this.#key = key;
      this.#waveform = new Waveform(container, {...options, onSeek: this.#onSeek});
    }
    if (sound.isLive) {
      this.#whole = undefined;
      this.#waveform?.showLive(sound.peaks);
    } else if (sound.peaks !== this.#whole) {
      this.#whole = sound.peaks;
      this.#waveform?.showWhole(sound.peaks);
    }
  }

  /** Of a whole recording, from 0 to 1. */
  showProgress(fraction: number) {
    this.#waveform?.showProgress(fraction);
  }

  #destroy() {
    this.#waveform?.destroy();
    this.#waveform = this.#whole = undefined;
    this.#key = [];
  }
}
