import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import type {Clock} from '../../ports/browser/clock.js';
import type {Geolocator} from '../../ports/sensors/geolocation.js';
import type {Readings, SensedSection, SensedSections, Sensor} from '../../ports/sensors/sensor.js';
import {pause} from '../async/pause.js';
import type {ProvidedSections} from './adapter-values.js';
import {ProvidedSensor} from './provided-sensor.js';

export interface SensorPorts {
  geolocator: Geolocator;
  compass: Sensor<'magnetometer'>;
  orientation: Sensor<'orientation'>;
  motion: Sensor<'acceleration' | 'gravity' | 'rotationRate'>;
  network: Sensor<'network'>;
  device: Sensor<'device'>;
  clock: Clock;
  /** Reports a problem to the page's developer. */
  report: (problem: unknown) => void;
}

/** Sections whose sensor may be an adapter in `sensors`. */
type ProvidedSection = Exclude<keyof ProvidedSections, 'gps'>;

/** A sensor of any kind, whatever its sections. */
interface Source {
  start(signal: AbortSignal, onChange: () => void): () => {sections: SensedSections; at?: number};
}
interface Running {
  readonly stop: AbortController;
  /** The page's adapter object, if the source uses one. */
  readonly adapter: unknown;
  read: ReturnType<Source['start']>;
}

export const sensedSections = [
  'gps',
  'atmospheric',
  'magnetometer',
  'orientation',
  'acceleration',
  'gravity',
  'rotationRate',
  'network',
  'device',
] as const satisfies readonly SensedSection[];

/** How often, in milliseconds, changes of the page's switches and adapters are detected. */
const CHECK_MS = 1_000;

/** Runs the sensors that the configuration asks for: the browser's, the page's adapters, or none. */
export class RunningSensors {
  readonly #config: () => ProtectionConfig;
  readonly #sources: Partial<Record<SensedSection, Source>>;
  readonly #adapters: Partial<Record<SensedSection, Source>>;
  readonly #geolocator: Geolocator;
  readonly #locationProvider: ProvidedSensor<'gps'>;
  readonly #running = new Map<Source, Running>();
  #signal?: AbortSignal;
  #onChange: () => void = () => undefined;

  /** `config` returns the effective configuration; it is called whenever the configuration is needed. */
  constructor(ports: SensorPorts, config: () => ProtectionConfig) {
    this.#config = config;
    const {geolocator, compass, orientation, motion, network, device, clock} = ports;
    this.#geolocator = geolocator;
    this.#sources = {
      gps: geolocator,
      magnetometer: compass,
      orientation,
      acceleration: motion,
      gravity: motion,
      rotationRate: motion,
      network,
      device,
    };
    const reported = new Set<string>();
    const refuse = (problem: string): void => {
      // An adapter is called repeatedly; the same problem is reported once.
      if (!reported.has(problem)) ports.report(`sealed-capture: ${problem}.`);
      reported.add(problem);
    };
    this.#locationProvider = new ProvidedSensor({
      section: 'gps',
      adapter: 'locationProvider',
      ask: (signal) => this.#config().locationProvider?.locate(signal),
      clock,
      refuse,
    });
    const provided = (section: ProvidedSection) =>
      new ProvidedSensor({
        section,
        adapter: `sensors.${section}`,
        ask: (signal) => (this.#config().sensors?.[section] || undefined)?.read(signal),
        clock,
        refuse,
      });
    this.#adapters = {
      gps: this.#locationProvider,
      atmospheric: provided('atmospheric'),
      magnetometer: provided('magnetometer'),
      orientation: provided('orientation'),
      network: provided('network'),
    };
  }

  /** Runs the sensors until the signal is aborted. `onChange` is called when values appear or disappear. */
  run(signal: AbortSignal, onChange: () => void): void {
    this.#signal = signal;
    this.#onChange = onChange;
    void this.#follow(signal);
  }

  /** Restarts, in a gesture, the sensors that were not granted. The browser may ask for the location from now on. */
  askAgain(): void {
    if (this.#sourceOf('gps', this.#config()) === this.#geolocator) this.#geolocator.request();
    for (const [source, {read}] of this.#running) {
      if (Object.values(read().sections).some(isNotGranted)) this.#stop(source);
    }
    this.adjust();
  }

  /** Starts and stops sensors to match the configuration. Returns true if anything changed. */
  adjust(): boolean {
    const config = this.#config();
    const isOver = this.#signal?.aborted ?? true;
    const wanted = new Map<Source | undefined, unknown>();
    for (const name of isOver ? [] : sensedSections) {
      wanted.set(this.#sourceOf(name, config), adapterOf(name, config));
    }
    let isOther = false;
    for (const [source, {adapter}] of this.#running) {
      // Readings of another adapter are dropped.
      if (wanted.has(source) && wanted.get(source) === adapter) continue;
      isOther = true;
      this.#stop(source);
    }
    for (const [source, adapter] of wanted) {
      if (!source || this.#running.has(source)) continue;
      isOther = true;
      this.#start(source, adapter);
    }
    return isOther;
  }

  /** The latest values of a section, from memory. */
  read<Name extends SensedSection>(name: Name): Readings<Name> {
    const config = this.#config();
    const source = this.#sourceOf(name, config);
    const none = source ? 'not_available' : 'not_supported';
    const unavailableReason = config.sensors?.[name] === false ? 'disabled' : none;
    const readings = source && this.#running.get(source)?.read();
    const section = readings?.sections[name] ?? {unavailableReason};
    return {sections: {[name]: section}, at: readings?.at} as Readings<Name>;
  }

  /** The sections that the page's adapters provide. */
  get provided(): SensedSection[] {
    const config = this.#config();
    return sensedSections.filter((name) => {
      const source = this.#sourceOf(name, config);
      return source !== undefined && source === this.#adapters[name];
    });
  }

  /** The source of the location, while it is collected. */
  get locator(): Pick<Geolocator, 'locate'> | undefined {
    const source = this.#sourceOf('gps', this.#config());
    if (!source || !this.#running.has(source)) return undefined;
    return source === this.#geolocator ? this.#geolocator : this.#locationProvider;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.adjust());
    while (!signal.aborted) {
      if (this.adjust()) this.#onChange();
      await pause(CHECK_MS, signal);
    }
  }

  #sourceOf(name: SensedSection, config: ProtectionConfig): Source | undefined {
    if (config.sensors?.[name] === false) return undefined;
    const adapter = adapterOf(name, config) ? this.#adapters[name] : undefined;
    return adapter ?? this.#sources[name];
  }

  #start(source: Source, adapter: unknown): void {
    const stop = new AbortController();
    const running: Running = {stop, adapter, read: () => ({sections: {}})};
    this.#running.set(source, running);
    running.read = source.start(stop.signal, () => this.#onChange());
  }

  #stop(source: Source): void {
    this.#running.get(source)?.stop.abort();
    this.#running.delete(source);
  }
}

/** The page's adapter for a section; undefined if the browser's own sensor is used. */
function adapterOf(name: SensedSection, {sensors, locationProvider}: ProtectionConfig): unknown {
  switch (name) {
    case 'gps':
      return locationProvider;
    case 'atmospheric':
    case 'magnetometer':
    case 'orientation':
    case 'network': {
      const given: unknown = sensors?.[name];
      return typeof given === 'object' ? (given ?? undefined) : undefined;
    }
    default:
      return undefined;
  }
}

const isNotGranted = ({unavailableReason: reason}: {unavailableReason?: string}): boolean =>
  reason === 'permission_denied' || reason === 'permission_not_requested';
