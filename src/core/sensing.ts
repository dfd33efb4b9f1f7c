import type {MetadataReadings} from './metadata-readings.js';
import {pause} from './pause.js';

/** How long a person has to answer whether the place may be known. */
const ANSWER_MS = 60_000;

/** Runs the sensors while something is recorded, or the person is asked for the place: at no other time. */
export class Sensing {
  readonly #readings: MetadataReadings;
  readonly #onChange: () => void;
  #collection?: AbortController;
  #asksOnly = false;

  /** `onChange` is called when values come or go. */
  constructor(readings: MetadataReadings, onChange: () => void) {
    this.#readings = readings;
    this.#onChange = onChange;
  }

  /** Until `stop`. */
  collect(): void {
    this.#asksOnly = false;
    this.#run();
  }

  /** Until that is answered, or `stop`. */
  askPlace(): void {
    if (this.#collection) return;
    this.#asksOnly = true;
    const {signal} = this.#run();
    void pause(ANSWER_MS, signal).then(() => {
      if (this.#asksOnly && !signal.aborted) this.stop();
    });
  }

  stop(): void {
    this.#collection?.abort();
    this.#collection = undefined;
  }

  #run(): AbortController {
    if (this.#collection) return this.#collection;
    const collection = (this.#collection = new AbortController());
    this.#readings.collect(collection.signal, () => this.#changed());
    return collection;
  }

  #changed(): void {
    if (!this.#asksOnly) return this.#onChange();
    const reason = this.#readings.contents({}).metadata.gps?.unavailableReason;
    if (reason !== 'not_available' && reason !== 'permission_not_requested') this.stop();
  }
}
