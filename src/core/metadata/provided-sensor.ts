import type {UnavailableReason} from '@sealed-capture/seal/model/unavailable-reason.js';
import type {Clock} from '../../ports/browser/clock.js';
import type {Read, Readings, Sensor} from '../../ports/sensors/sensor.js';
import type {ProvidedSections} from './adapter-values.js';
import {pause} from '../async/pause.js';
import {sealableAnswer} from './sealable-metadata.js';
import type {Refuse} from './shapes.js';
import {unlessAborted} from '../async/unless-aborted.js';

/** Milliseconds between two calls of a page's adapter, and the longest time that one may take. */
const INTERVAL_MS = 5_000;
const TIMEOUT_MS = 10_000;
/** Milliseconds for which values without a time of their own stay valid while no newer ones come. */
const HOLD_MS = 30_000;
/** Reasons for a momentary failure: earlier values are still true. All other reasons replace the values at once. */
const passing: readonly (UnavailableReason | undefined)[] = ['timeout', 'error', 'not_available'];

export interface Provision<Name extends keyof ProvidedSections> {
  section: Name;
  /** The page's name for the adapter. */
  adapter: string;
  /** Calls the adapter. Undefined if the page has none any more. */
  ask: (signal: AbortSignal) => Promise<unknown> | undefined;
  clock: Clock;
  /** Called for each invalid answer of the adapter. */
  refuse: Refuse;
  /** Longest time in milliseconds for one call, and the pause between calls. */
  timeout?: number;
  interval?: number;
}

/** Presents a page's adapter as a sensor. Whatever the adapter does, its section has valid values or a reason. */
export class ProvidedSensor<Name extends keyof ProvidedSections> implements Sensor<Name> {
  readonly #provision: Provision<Name>;

  constructor(provision: Provision<Name>) {
    this.#provision = provision;
  }

  /**
   * Starts to poll the adapter. Values outlast a momentary failure: a location with its own time for good,
   * everything else for 30 s.
   */
  start(signal: AbortSignal, onChange: () => void): Read<Name> {
    const {section: name, clock} = this.#provision;
    let newest = this.#readings({unavailableReason: 'not_available'});
    let values: Readings<Name> | undefined;
    const read = (): Readings<Name> => {
      const {timestamp} = (values?.sections[name] ?? {}) as ProvidedSections['gps'];
      const holds = timestamp ?? clock.now() - (values?.at ?? 0) <= HOLD_MS;
      return values && holds ? values : newest;
    };
    const reason = () => read().sections[name]?.unavailableReason;
    let reported = reason();
    const take = (section: ProvidedSections[Name]): void => {
      newest = this.#readings(section);
      if (!section.unavailableReason) values = newest;
      else if (!passing.includes(section.unavailableReason)) values = undefined;
      if (reported === reason()) return;
      reported = reason();
      onChange();
    };
    void this.#askAgain(take, signal);
    return read;
  }

  /**
   * Calls the adapter once. Resolves to its values or the reason why there are none; `timeout` if the signal is
   * aborted. Never rejects.
   */
  async locate(signal: AbortSignal): Promise<ProvidedSections[Name]> {
    const {section, adapter, ask, refuse, timeout = TIMEOUT_MS} = this.#provision;
    const either = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    try {
      return sealableAnswer(section, await unlessAborted(either, ask), adapter, refuse);
    } catch {
      if (either.aborted) return {unavailableReason: 'timeout'};
      // The message of its exception may contain the location, so it is not reported.
      refuse(`${adapter} failed`);
      return {unavailableReason: 'error'};
    }
  }

  async #askAgain(
    take: (section: ProvidedSections[Name]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    while (!signal.aborted) {
      const section = await this.locate(signal);
      if (signal.aborted) return;
      take(section);
      await pause(this.#provision.interval ?? INTERVAL_MS, signal);
    }
  }

  #readings(section: ProvidedSections[Name]): Readings<Name> {
    const {timestamp} = section as ProvidedSections['gps'];
    const at = timestamp ? Date.parse(timestamp) : this.#provision.clock.now();
    const sections = {[this.#provision.section]: section} as Readings<Name>['sections'];
    return section.unavailableReason ? {sections} : {sections, at};
  }
}
