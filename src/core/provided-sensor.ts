import type {Clock} from '../ports/clock.js';
import type {Read, Readings, Sensor} from '../ports/sensors/sensor.js';
import {sealableSection, type ProvidedSections} from './adapter-values.js';
import type {Refuse} from './shapes.js';
import {unlessAborted} from './unless-aborted.js';

/** How often a page's adapter is asked, and how long it may take. */
const INTERVAL_MS = 5_000;
const TIMEOUT_MS = 10_000;

export interface Provision<Name extends keyof ProvidedSections> {
  section: Name;
  /** What the page calls its adapter. */
  adapter: string;
  /** Finds the adapter anew each time; undefined where the page has none any more. */
  ask: (signal: AbortSignal) => Promise<unknown> | undefined;
  clock: Clock;
  /** Hears of what the adapter answers wrong. */
  refuse: Refuse;
  /** Milliseconds that one answer may take, and that lie between them. */
  timeout?: number;
  interval?: number;
}

/** A page's adapter as a sensor: whatever it does, its section has sealable values or a reason. */
export class ProvidedSensor<Name extends keyof ProvidedSections> implements Sensor<Name> {
  readonly #provision: Provision<Name>;

  constructor(provision: Provision<Name>) {
    this.#provision = provision;
  }

  start(signal: AbortSignal, onChange: () => void): Read<Name> {
    let readings = this.#readings({unavailableReason: 'not_available'});
    const take = (section: ProvidedSections[Name]): void => {
      const before = readings.sections[this.#provision.section];
      readings = this.#readings(section);
      if (section.unavailableReason !== before?.unavailableReason) onChange();
    };
    void this.#askAgain(take, signal);
    return () => readings;
  }

  /** One answer, or why there is none. Never rejects; `timeout` when the signal is aborted. */
  async locate(signal: AbortSignal): Promise<ProvidedSections[Name]> {
    const {section, adapter, ask, refuse, timeout = TIMEOUT_MS} = this.#provision;
    const either = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    try {
      return sealableSection(section, await unlessAborted(either, ask), adapter, refuse);
    } catch {
      if (either.aborted) return {unavailableReason: 'timeout'};
      // What it threw may tell the place.
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

export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort, {once: true});
  });
