import type {
  CaptureMetadata,
  Device,
  Gps,
  UnavailableReason,
} from '../../model/capture-metadata.js';
import type {ProtectionConfig} from '../../model/protection-config.js';
import {LONGEST_WAIT_MS} from '../../model/service-error.js';
import type {CaptureContents} from './capture-contents.js';
import {obfuscated} from './obfuscated-place.js';
import {sealableAnswer} from './sealable-metadata.js';
import type {SectionName} from './section-shapes.js';
import {text} from './shapes.js';
import {RunningSensors, sensedSections, type SensorPorts} from './running-sensors.js';
import {unlessAborted} from '../async/unless-aborted.js';
import {VERSION} from '../../model/version.js';

/** A place that is still looked for when the picture is taken. */
export interface PlaceRenewal {
  /** Milliseconds that sealing waits for it. */
  within: number;
  /** Undefined where nothing better came in time. Never rejects. */
  place: Promise<Gps | undefined>;
}

/** What a capture that is made now is sealed with. */
export interface DraftContents extends Pick<CaptureContents, 'metadata' | 'gathered'> {
  renewal?: PlaceRenewal;
}

const OLD_MS = 30_000;
const LOCATION_TIMEOUT_MS = 3_000;
const DISABLED = {unavailableReason: 'disabled'} as const;

/** The section of what captures. */
export type OwnSection = Pick<CaptureMetadata, 'camera' | 'microphone'>;

/** What a capture that is made now is sealed with, from sensors that run meanwhile: the shutter waits for none. */
export class MetadataReadings {
  readonly #ports: SensorPorts;
  readonly #config: () => ProtectionConfig;
  readonly #sensors: RunningSensors;
  /** As it was sealed last. */
  #last?: {place: Gps; radius: number | undefined};

  /** `config` is the effective configuration, asked anew whenever it is needed. */
  constructor(ports: SensorPorts, config: () => ProtectionConfig) {
    this.#ports = ports;
    this.#config = config;
    this.#sensors = new RunningSensors(ports, config);
  }

  /** Until the signal is aborted. `onChange` is called when values come or go. */
  collect(signal: AbortSignal, onChange: () => void): void {
    this.#sensors.run(signal, onChange);
  }

  /** Asks anew for what was not granted, and for the place once it is collected. To be called in a gesture. */
  askAgain(): void {
    this.#sensors.askAgain();
  }

  /** What is known at this moment: every section, with values or the reason why there are none. */
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

  /** For a capture that is made now: what is known, and the place that may still come. */
  draft(own: OwnSection): DraftContents {
    const {metadata, gathered} = this.contents(own);
    const renewal = this.#renewal();
    // Unless one comes, this is why there is none.
    if (renewal && metadata.gps?.unavailableReason === 'not_available') {
      metadata.gps = {unavailableReason: 'timeout'};
    }
    return {metadata, gathered, renewal};
  }

  /** Looks for a newer place where the known one is old, or none is known yet; undefined where there is no need. */
  #renewal(): PlaceRenewal | undefined {
    const {locator} = this.#sensors;
    const within = timeoutOf(this.#config());
    if (!locator || !within) return undefined;
    const {sections, at = 0} = this.#sensors.read('gps');
    const reason = sections.gps.unavailableReason;
    // The browser goes on looking by itself after it has failed.
    const hasFailed = reason === 'timeout' || reason === 'error';
    const mayCome =
      reason === 'permission_not_requested' ||
      reason === 'not_available' ||
      (hasFailed && locator !== this.#ports.geolocator);
    if (reason ? !mayCome : this.#ports.clock.now() - at <= OLD_MS) return undefined;
    const place = async (): Promise<Gps | undefined> => {
      const signal = AbortSignal.timeout(within);
      // The picture is taken before code of the page runs.
      await Promise.resolve();
      const asked = unlessAborted(signal, () => locator.locate(signal));
      const gps = await asked.catch(() => undefined);
      // An old place says more than none, and an old reason more than that we gave up.
      if (!gps || (!reason && gps.unavailableReason)) return undefined;
      return this.#hidden(sealable('gps', gps));
    };
    return {within, place: place()};
  }

  /** The place is obfuscated before anything else sees it. */
  #hidden(gps: Gps): Gps {
    const radius = this.#config().locationObfuscationRadius;
    const before = this.#last?.radius === radius ? this.#last?.place : undefined;
    const place = known(obfuscated(gps, radius, before));
    if (place.latitude !== undefined) this.#last = {place, radius};
    return place;
  }
}

/** Left out where it is none, or too long. */
const sealableText = (value: string | undefined): string | undefined =>
  text(1024)(value) ? undefined : value;

/** Zero: sealing never waits. */
function timeoutOf({locationTimeout: given}: ProtectionConfig): number {
  const isOne = Number.isFinite(given) && (given ?? -1) >= 0;
  return Math.min(isOne ? (given ?? 0) : LOCATION_TIMEOUT_MS, LONGEST_WAIT_MS);
}

/** What a browser tells, too: extensions and emulators make values up, and the service refuses what cannot be. */
function sealable<Name extends SectionName>(
  name: Name,
  section: object,
): Required<CaptureMetadata>[Name] {
  return sealableAnswer(name, known(section), name, () => undefined);
}

/** A section without what is not known; the honest reason where that is all. */
function known<Section extends {unavailableReason?: UnavailableReason}>(section: Section): Section {
  const entries = Object.entries(section).filter(([, value]) => value !== undefined);
  const reason: UnavailableReason = 'not_supported';
  return (
    entries.length > 0 ? Object.fromEntries(entries) : {unavailableReason: reason}
  ) as Section;
}
