import type {
  CaptureMetadata,
  Device,
  Gps,
  UnavailableReason,
} from '@sealed-capture/seal/model/capture-metadata.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {LONGEST_WAIT_MS} from '@sealed-capture/seal/model/service-error.js';
import type {CaptureContents} from './capture-contents.js';
import {obfuscated} from './obfuscated-place.js';
import {sealableAnswer} from './sealable-metadata.js';
import type {SectionName} from './section-shapes.js';
import {text} from './shapes.js';
import {RunningSensors, sensedSections, type SensorPorts} from './running-sensors.js';
import {unlessAborted} from '../async/unless-aborted.js';
import {VERSION} from '@sealed-capture/seal/model/version.js';
import type {Milliseconds} from '@sealed-capture/seal/model/units.js';

/** A location request that is still running when the picture is taken. */
export interface PlaceRenewal {
  /** Milliseconds for which sealing waits for the location. */
  within: Milliseconds;
  /** Resolves to the new location, or to undefined if no better one came in time. Never rejects. */
  place: Promise<Gps | undefined>;
}

/** The metadata that a capture made now starts with. */
export interface DraftContents extends Pick<CaptureContents, 'metadata' | 'gathered'> {
  renewal?: PlaceRenewal;
}

const OLD_MS = 30_000;
const LOCATION_TIMEOUT_MS = 3_000;
const DISABLED = {unavailableReason: 'disabled'} as const;

/** The section of the device that captures. */
export type OwnSection = Pick<CaptureMetadata, 'camera' | 'microphone'>;

/**
 * Provides the metadata of a capture from sensors that run in the background, so that the shutter waits for none of
 * them.
 */
export class MetadataReadings {
  readonly #ports: SensorPorts;
  readonly #config: () => ProtectionConfig;
  readonly #sensors: RunningSensors;
  /** The location as it was sealed last. */
  #last?: {place: Gps; radius: number | undefined};

  /** `config` returns the effective configuration; it is called whenever the configuration is needed. */
  constructor(ports: SensorPorts, config: () => ProtectionConfig) {
    this.#ports = ports;
    this.#config = config;
    this.#sensors = new RunningSensors(ports, config);
  }

  /** Runs the sensors until the signal is aborted. `onChange` is called when values appear or disappear. */
  collect(signal: AbortSignal, onChange: () => void): void {
    this.#sensors.run(signal, onChange);
  }

  /**
   * Requests again the permissions that were not granted; that of the location as soon as the location is read. To be
   * called in a person's gesture, because browsers ask only then.
   */
  askAgain(): void {
    this.#sensors.askAgain();
  }

  /** What is known at this moment: every section, with values or with the reason why there are none. */
  contents(own: OwnSection): CaptureContents {
    this.#sensors.adjust();
    const {sensors, appId, appVersion} = this.#config();
    const now = this.#ports.clock.now();
    const metadata: CaptureMetadata = {};
    const ages: CaptureContents['ages'] = {};
    for (const name of sensedSections) {
      const {sections, at} = this.#sensors.read(name);
      Object.assign(metadata, {[name]: sealable(name, sections[name])});
      if (at !== undefined) ages[name] = Math.max(0, now - at);
    }
    metadata.gps = this.#hidden(metadata.gps ?? {});
    if (sensors?.device !== false) {
      const app = {appId: sealableText(appId), appVersion: sealableText(appVersion)};
      const device: Device = {...metadata.device, ...app, sdkVersion: VERSION};
      metadata.device = sealable('device', {...device, unavailableReason: undefined});
    }
    for (const name of ['camera', 'microphone'] as const) {
      const section = own[name];
      if (section) metadata[name] = sensors?.[name] === false ? DISABLED : sealable(name, section);
    }
    return {metadata, ages, gathered: this.#sensors.provided};
  }

  /** The metadata of a capture made now: what is known, and the location that may still come. */
  draft(own: OwnSection): DraftContents {
    const {metadata, gathered} = this.contents(own);
    const renewal = this.#renewal();
    // Sealed as the reason if the renewal brings no location.
    if (renewal && metadata.gps?.unavailableReason === 'not_available') {
      metadata.gps = {unavailableReason: 'timeout'};
    }
    return {metadata, gathered, renewal};
  }

  /** Requests a new location if the known one is old, or none is known yet; undefined if there is no need. */
  #renewal(): PlaceRenewal | undefined {
    const {locator} = this.#sensors;
    const within = timeoutOf(this.#config());
    if (!locator || !within) return undefined;
    const {sections, at = 0} = this.#sensors.read('gps');
    const reason = sections.gps.unavailableReason;
    // The browser continues by itself to look for a location after a failure.
    const hasFailed = reason === 'timeout' || reason === 'error';
    const mayCome =
      reason === 'permission_not_requested' ||
      reason === 'not_available' ||
      (hasFailed && locator !== this.#ports.geolocator);
    if (reason ? !mayCome : this.#ports.clock.now() - at <= OLD_MS) return undefined;
    const place = async (): Promise<Gps | undefined> => {
      const signal = AbortSignal.timeout(within);
      // Deferred to a microtask, so that the picture is taken before an adapter, which is the page's own code, runs.
      await Promise.resolve();
      const asked = unlessAborted(signal, () => locator.locate(signal));
      const gps = await asked.catch(() => undefined);
      // An old location is worth more than none, and an old reason more than the fact that sealing stopped waiting.
      if (!gps || (!reason && gps.unavailableReason)) return undefined;
      return this.#hidden(sealable('gps', gps));
    };
    return {within, place: place()};
  }

  /** Obfuscates the location before any other code sees it. */
  #hidden(gps: Gps): Gps {
    const radius = this.#config().locationObfuscationRadius;
    const before = this.#last?.radius === radius ? this.#last?.place : undefined;
    const place = known(obfuscated(gps, radius, before));
    if (place.latitude !== undefined) this.#last = {place, radius};
    return place;
  }
}

/** Returns undefined for anything that is not text, or too long. */
const sealableText = (value: string | undefined): string | undefined =>
  text(1024)(value) ? undefined : value;

/** The page's timeout; 0 means that sealing never waits. */
function timeoutOf({locationTimeout: given}: ProtectionConfig): number {
  const isOne = Number.isFinite(given) && (given ?? -1) >= 0;
  return Math.min(isOne ? (given ?? 0) : LOCATION_TIMEOUT_MS, LONGEST_WAIT_MS);
}

/**
 * Checks the browser's values, too: extensions and emulators make values up, and the service refuses impossible
 * ones.
 */
function sealable<Name extends SectionName>(
  name: Name,
  section: object,
): Required<CaptureMetadata>[Name] {
  return sealableAnswer(name, known(section), name, () => undefined);
}

/** The section without its unknown fields, or the reason if there are no others. */
function known<Section extends {unavailableReason?: UnavailableReason}>(section: Section): Section {
  const entries = Object.entries(section).filter(([, value]) => value !== undefined);
  const reason: UnavailableReason = 'not_supported';
  return (
    entries.length > 0 ? Object.fromEntries(entries) : {unavailableReason: reason}
  ) as Section;
}
