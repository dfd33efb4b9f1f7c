import {Layers, type LayerOptions} from './layers.js';

/** CSS pixels. */
const BAR = 2;
const SPACING = 3;
/** More than fits on any screen; a live waveform shows its newest peaks only. */
const MOST_BARS = 2048;
/** Decibels from silence to the loudest that a microphone can give. */
const RANGE = 60;
/** Milliseconds between two drawings of what is recorded. */
const PAUSE = 100;

export interface WaveformOptions {
  /** CSS pixels. */
  height: number;
  /** Any colour of CSS, also `currentColor` and `light-dark()`. */
  waveColor: string;
  /** For what was played, and the line at the place. Default `waveColor`. */
  progressColor?: string;
  /** A person chose a place of the whole recording, from 0 to 1. */
  onSeek?: (fraction: number) => void;
}

/** When to draw. */
export interface Frames {
  /** Milliseconds. */
  now(): number;
  /** Draws with the first frame after so many milliseconds; gives what calls it off. */
  after(milliseconds: number, draw: () => void): () => void;
}

const browserFrames: Frames = {
  now: () => performance.now(),
  after(milliseconds, draw) {
    let frame = 0;
    const timer = setTimeout(() => (frame = requestAnimationFrame(draw)), milliseconds);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  },
};

/** A recording as bars, in an element of the page or of a shadow root; follows its width. */
export class Waveform {
  readonly #colors: readonly [wave: string, progress: string];
  readonly #options: LayerOptions;
  readonly #layers: Layers;
  readonly #frames: Frames;
  /** Peaks from 0 to 1, oldest first. */
  #peaks: Float32Array = new Float32Array();
  #isLive = true;
  #drawnAt = -Infinity;
  #callOff?: () => void;

  /** Drawn in `container`, beside what it holds. */
  constructor(
    container: HTMLElement,
    {height, waveColor, progressColor = waveColor, onSeek}: WaveformOptions,
    frames: Frames = browserFrames,
  ) {
    this.#frames = frames;
    this.#colors = [waveColor, progressColor];
    this.#options = {
      container,
      height,
      waveColor,
      progressColor,
      cursorColor: progressColor,
      cursorWidth: 0,
      fillParent: true,
      dragToSeek: onSeek !== undefined,
      renderFunction: ([peaks = this.#peaks], context) => this.#drawBars(peaks, context),
    };
    this.#layers = new Layers(this.#options);
    const seek = (place: {relativeX: number} | null) => {
      if (place && !this.#isLive) onSeek?.(place.relativeX);
    };
    this.#layers.clickSignal.subscribe(seek);
    this.#layers.dragEventsSignal.subscribe(seek);
  }

  /** The newest peaks, one a bar, the last at the right. Drawn at most ten times a second. */
  showLive(peaks: Float32Array): void {
    this.#peaks = peaks.subarray(-MOST_BARS);
    if (!this.#isLive) {
      this.#isLive = true;
      this.#layers.renderProgress(0);
    }
    this.#callOff ??= this.#frames.after(
      Math.max(0, this.#drawnAt + PAUSE - this.#frames.now()),
      () => this.#draw(),
    );
  }

  /** All peaks, as many a bar as it takes to fit them in. */
  showWhole(peaks: Float32Array): void {
    this.#callOff?.();
    this.#peaks = peaks;
    this.#isLive = false;
    this.#draw();
    this.showProgress(0);
  }

  /** How much of the whole recording was played, from 0 to 1. */
  showProgress(fraction: number): void {
    if (!this.#isLive) this.#layers.renderProgress(fraction);
  }

  /** Takes it out of its container and lets everything go. */
  destroy(): void {
    this.#callOff?.();
    this.#layers.destroy();
  }

  #draw() {
    this.#callOff = undefined;
    this.#drawnAt = this.#frames.now();
    const isSeekable = !this.#isLive && this.#options.dragToSeek;
    const wrapper = this.#layers.getWrapper();
    wrapper.classList.toggle('seekable', isSeekable);
    // A canvas knows no colours of the element around it, and these may have changed since.
    const [waveColor, progressColor] = this.#colors.map((color) => {
      wrapper.style.color = color;
      return getComputedStyle(wrapper).color;
    });
    wrapper.style.color = '';
    Object.assign(this.#options, {
      waveColor,
      progressColor,
      cursorColor: progressColor,
      cursorWidth: this.#isLive ? 0 : BAR,
    });
    const peaks = this.#peaks;
    void this.#layers.render({
      numberOfChannels: 1,
      duration: peaks.length,
      getChannelData: () => peaks,
    });
  }

  #drawBars(peaks: Float32Array, context: CanvasRenderingContext2D) {
    const {width, height} = context.canvas;
    const ratio = height / this.#options.height;
    const [barWidth, spacing] = [Math.round(BAR * ratio), Math.round(SPACING * ratio)];
    const bars = Math.floor(width / spacing);
    const middle = height / 2;
    context.beginPath();
    for (let bar = 0; bar < bars; bar++) {
      const peak = this.#isLive ? peaks[peaks.length - bars + bar] : loudest(peaks, bar, bars);
      if (peak === undefined) continue;
      // Silence is a line, not nothing.
      const half = Math.max(1, Math.round(heightOf(peak) * middle));
      // The last one ends at the right edge.
      context.rect(
        width - barWidth - (bars - 1 - bar) * spacing,
        middle - half,
        barWidth,
        2 * half,
      );
    }
    context.fill();
  }
}

/**
 * How much of the height a peak fills, from 0 to 1. The scale is in decibels, as people hear: an ordinary voice, at
 * about −30 dB, fills half.
 */
const heightOf = (peak: number): number =>
  Math.min(1, Math.max(0, 1 + (20 * Math.log10(peak)) / RANGE));

/** Of the peaks that one of so many bars stands for. */
function loudest(peaks: Float32Array, bar: number, bars: number): number | undefined {
  const start = Math.floor((bar * peaks.length) / bars);
  const end = Math.max(start + 1, Math.floor(((bar + 1) * peaks.length) / bars));
  return peaks.length === 0 ? undefined : Math.max(...peaks.subarray(start, end));
}
