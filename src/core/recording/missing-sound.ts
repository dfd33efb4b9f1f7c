import type {Clock} from '../../ports/browser/clock.js';

/**
 * Seconds at either end of a stretch. The smallest lag in them is the sound's own; larger lags are delays of the
 * page.
 */
const SPAN = 2;
/** Seconds of lag that do not count as lost sound. */
const TOLERANCE = 0.15;
/** Share of the time by which the clocks of microphone and device may differ. */
const DRIFT = 0.0002;

interface Moment {
  /** Seconds that were recorded. */
  duration: number;
  /** Seconds by which the recording is behind the clock. */
  lag: number;
}

/** A stretch of recording without a pause: its beginning and its latest lag. */
interface Stretch {
  began: Moment;
  first: number;
  last: Moment[];
}

const leastLag = (moments: readonly Moment[]): number => Math.min(...moments.map(({lag}) => lag));

/** Detects sound that an overloaded device lost: such a loss makes the recording lag behind the clock for good. */
export class MissingSound {
  readonly #clock: Clock;
  /** Seconds lost in earlier stretches. */
  #before = 0;
  #stretch?: Stretch;
  #stopped?: number;

  /** @param clock milliseconds since any start; must be monotonic */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Seconds lost, to the hundredth; undefined if no loss is known. */
  get seconds(): number | undefined {
    return Math.round((this.#before + this.#ofStretch()) * 100) / 100 || undefined;
  }

  /** Called when this many seconds are recorded. */
  heard(duration: number): void {
    const lag = (this.#stopped ?? this.#clock.now()) / 1000 - duration;
    const moment = {duration, lag};
    const stretch = (this.#stretch ??= {began: moment, first: lag, last: []});
    if (duration <= stretch.began.duration + SPAN) stretch.first = Math.min(stretch.first, lag);
    stretch.last = [...stretch.last.filter((one) => one.duration >= duration - SPAN), moment];
  }

  /** Called when the microphone stops; sound that was taken before may still arrive. */
  stop(): void {
    this.#stopped ??= this.#clock.now();
  }

  /** Starts a new stretch, after a pause. */
  restart(): void {
    this.#before += this.#ofStretch();
    this.#stretch = this.#stopped = undefined;
  }

  #ofStretch(): number {
    if (!this.#stretch) return 0;
    const {began, first, last} = this.#stretch;
    const lost = leastLag(last) - first;
    const time = last.at(-1)!.duration - began.duration + lost;
    return lost < TOLERANCE + DRIFT * time ? 0 : lost;
  }
}
