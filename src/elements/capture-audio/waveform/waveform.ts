import {PEAKS_PER_SECOND} from '@sealed-capture/seal/model/media-type.js';
import {Layers, type LayerOptions} from './layers.js';
import {drawMarks, type Marks} from './marks.js';

/** CSS pixels. */
const BAR = 2;
const SPACING = 3;
/** More bars than fit on any screen; a live waveform shows only its newest peaks. */
const MOST_BARS = 2048;
/** Decibels from silence to full scale. */
const RANGE = 60;
/** Milliseconds between two drawings of a recording in progress. */
const PAUSE = 100;

export interface WaveformOptions {
  /** CSS pixels. */
  height: number;
  /** Any colour of CSS, also `currentColor` and `light-dark()`. */
  waveColor: string;
  /** Colour of the played part, and of the line at the position. Default `waveColor`. */
  progressColor?: string;
  /** Called when a person has chosen a position in the whole recording, from 0 to 1. */
  onSeek?: (fraction: number) => void;
}

/** Schedules drawings; injected for tests. */
export interface Frames {
  /** Milliseconds. */
  now(): number;
  /** Draws in the first frame after this many milliseconds; returns a function that cancels it. */
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

/** Draws a recording as bars, in an element of the page or of a shadow root; follows its width. */
export class Waveform {
  readonly #colors: readonly [wave: string, progress: string];
  readonly #options: LayerOptions;
  readonly #layers: Layers;
  readonly #frames: Frames;
  /** Peaks from 0 to 1, oldest first. */
  #peaks: Float32Array = new Float32Array();
  /** Number of peaks of the recording, also of those that are not drawn any more. */
  #total = 0;
  #marks: Marks = {};
  #isLive = true;
  #drawnAt = -Infinity;
  #callOff?: () => void;

  /** Draws into `container`, beside its other content. */
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

  /** Shows the newest peaks, one per bar, the last at the right, with bookmarks. Drawn at most ten times a second. */
  showLive(peaks: Float32Array, marks: Marks = {}): void {
    this.#total = peaks.length;
    this.#marks = marks;
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

  /** Shows all peaks, with as many per bar as necessary, and bookmarks. */
  showWhole(peaks: Float32Array, marks: Marks = {}): void {
    this.#callOff?.();
    this.#total = peaks.length;
    this.#marks = marks;
    this.#peaks = peaks;
    this.#isLive = false;
    this.#draw();
    this.showProgress(0);
  }

  /** Shows the played share of the whole recording, from 0 to 1. */
  showProgress(fraction: number): void {
    if (!this.#isLive) this.#layers.renderProgress(fraction);
  }

  /** Removes the waveform from its container and releases its resources. */
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
    // A canvas does not follow the colours of its element, which may have changed.
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
      // Silence is drawn as a line.
      const half = Math.max(1, Math.round(heightOf(peak) * middle));
      // The last bar ends at the right edge.
      context.rect(
        width - barWidth - (bars - 1 - bar) * spacing,
        middle - half,
        barWidth,
        2 * half,
      );
    }
    context.fill();
    context.fillStyle = this.#options.progressColor;
    drawMarks(context, this.#marks, {barWidth, ratio}, (mark) => {
      const peak = mark * PEAKS_PER_SECOND;
      return this.#isLive
        ? width - barWidth - Math.max(0, Math.round(this.#total - peak) - 1) * spacing
        : Math.round((width - barWidth) * Math.min(1, peak / this.#total));
    });
  }
}

/**
 * Share of the height that a peak fills, from 0 to 1. The scale is in decibels, as people hear: an ordinary voice,
 * at about −30 dB, fills half.
 */
const heightOf = (peak: number): number =>
  Math.min(1, Math.max(0, 1 + (20 * Math.log10(peak)) / RANGE));

/** The maximum of the peaks that one of this many bars represents. */
function loudest(peaks: Float32Array, bar: number, bars: number): number | undefined {
  const start = Math.floor((bar * peaks.length) / bars);
  const end = Math.max(start + 1, Math.floor(((bar + 1) * peaks.length) / bars));
  return peaks.length === 0 ? undefined : Math.max(...peaks.subarray(start, end));
}
