import type {CaptureReadings} from '../metadata/late-readings.js';
import {pause} from '../async/pause.js';

/** Milliseconds that a person has to answer the location prompt. */
const ANSWER_MS = 60_000;

interface Run {
  for: 'recording' | 'place';
  collection: AbortController;
}

/** Runs the sensors while something is recorded, or while the person is asked for the location; at no other time. */
export class Sensing {
  readonly #readings: CaptureReadings;
  readonly #onChange: () => void;
  #run?: Run;

  /** `onChange` is called when values appear or disappear. */
  constructor(readings: CaptureReadings, onChange: () => void) {
    this.#readings = readings;
    this.#onChange = onChange;
  }

  /** Runs the sensors until `stop`. */
  collect(): void {
    if (this.#run) this.#run.for = 'recording';
    else this.#start('recording');
  }

  /** Runs the sensors until the location prompt is answered, or until `stop`. */
  askPlace(): void {
    if (this.#run) return;
    const run = this.#start('place');
    void pause(ANSWER_MS, run.collection.signal).then(() => {
      if (run === this.#run && run.for === 'place') this.stop();
    });
  }

  stop(): void {
    this.#run?.collection.abort();
    this.#run = undefined;
  }

  #start(reason: Run['for']): Run {
    const run: Run = {for: reason, collection: new AbortController()};
    this.#run = run;
    this.#readings.collect(run.collection.signal, () => this.#changed(run));
    return run;
  }

  #changed(run: Run): void {
    if (run.for === 'recording') return this.#onChange();
    const reason = this.#readings.contents({}).metadata.gps?.unavailableReason;
    if (reason !== 'not_available' && reason !== 'permission_not_requested') this.stop();
  }
}
