import type {Clock} from '../../ports/browser/clock.js';

/** Seconds at either end of a stretch. The least lag in them is the sound's own: all else that delays it is the page's. */
const SPAN = 2;
/** Seconds that are no loss. */
const TOLERANCE = 0.15;
/** Of the time: the microphone's clock and the device's differ. */
const DRIFT = 0.0002;

interface Moment {
  /** Seconds that are recorded. */
  duration: number;
  /** Seconds by which they are behind the time. */
  lag: number;
}

/** Where a stretch without a pause began, and how it stood last. */
interface Stretch {
  began: Moment;
  first: number;
  last: Moment[];
}

const leastLag = (moments: readonly Moment[]): number => Math.min(...moments.map(({lag}) => lag));

/** Finds sound that an overloaded device did not take: it makes what is recorded fall behind the time for good. */
export class MissingSound {
  readonly #clock: Clock;
  /** Seconds, of the stretches before. */
  #before = 0;
  #stretch?: Stretch;
  #stopped?: number;

  /** @param clock milliseconds from any beginning; nobody sets it */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Seconds, to the hundredth; undefined where nothing is known to be missing. */
  get seconds(): number | undefined {
    return Math.round((this.#before + this.#ofStretch()) * 100) / 100 || undefined;
  }

  /** So many seconds are recorded. */
  heard(duration: number): void {
    const lag = (this.#stopped ?? this.#clock.now()) / 1000 - duration;
    const moment = {duration, lag};
    const stretch = (this.#stretch ??= {began: moment, first: lag, last: []});
    if (duration <= stretch.began.duration + SPAN) stretch.first = Math.min(stretch.first, lag);
    stretch.last = [...stretch.last.filter((one) => one.duration >= duration - SPAN), moment];
  }

  /** Nothing more is taken; what was is still to be heard of. */
  stop(): void {
    this.#stopped ??= this.#clock.now();
  }

  /** What comes next need not follow what has come. */
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
