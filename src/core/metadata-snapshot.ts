import type {Camera, CaptureMetadata, Gps} from '../model/capture-metadata.js';
import type {LocationProvider, ProtectionConfig} from '../model/protection-config.js';
import type {Geolocator} from '../ports/sensors/geolocation.js';
import type {Read, Sensor} from '../ports/sensors/sensor.js';
import {obfuscated} from './obfuscated-place.js';
import {sealablePlace, sealableText} from './page-values.js';
import {VERSION} from './version.js';

export interface MetadataPorts {
  device: Sensor<'device'>;
  network: Sensor<'network'>;
  geolocator: Geolocator;
}

/** How often a page's own provider is asked for the place, while a camera is live. */
const PROVIDER_INTERVAL_MS = 10_000;

/** Collects readings while a camera is live, so that the shutter waits for none. */
export class MetadataReadings {
  readonly #ports: MetadataPorts;
  #gps: Gps = {unavailableReason: 'permission_not_requested'};
  #place?: Read<'gps'>;
  #device?: Read<'device'>;
  #network?: Read<'network'>;

  constructor(ports: MetadataPorts) {
    this.#ports = ports;
  }

  /** The place is known, and sealed with a picture that is taken now. */
  get hasPlace(): boolean {
    return this.#read().latitude !== undefined;
  }

  /** Collects until the signal is aborted, and calls with each place. The provider is read anew with each reading. */
  collect(config: () => ProtectionConfig, signal: AbortSignal, onPlace: () => void): void {
    this.#device = this.#ports.device.start(signal, onPlace);
    this.#network = this.#ports.network.start(signal, onPlace);
    const {locationProvider} = config();
    const onReading = (gps: Gps): void => {
      if (signal.aborted) return;
      this.#gps = sealablePlace(gps);
      onPlace();
    };
    if (locationProvider) void this.#askProvider(locationProvider, onReading, signal);
    else this.#place = this.#ports.geolocator.start(signal, onPlace);
  }

  #read(): Gps {
    return sealablePlace(this.#place?.().sections.gps ?? this.#gps);
  }

  /** What is known at this moment; the place is obfuscated before anything else sees it. */
  snapshot(camera: Camera, config: ProtectionConfig): CaptureMetadata {
    const {appId, appVersion, locationObfuscationRadius} = config;
    const app = {appId: sealableText(appId), appVersion: sealableText(appVersion)};
    return {
      gps: known(obfuscated(this.#read(), locationObfuscationRadius)),
      network: known(this.#network?.().sections.network ?? {}),
      device: known({...this.#device?.().sections.device, ...app, sdkVersion: VERSION}),
      camera: known(camera),
    };
  }

  async #askProvider(
    provider: LocationProvider,
    onReading: (gps: Gps) => void,
    signal: AbortSignal,
  ): Promise<void> {
    onReading({unavailableReason: 'not_available'});
    while (!signal.aborted) {
      try {
        onReading(await provider.locate(signal));
      } catch {
        onReading({unavailableReason: 'error'});
      }
      await pause(PROVIDER_INTERVAL_MS, signal);
    }
  }
}

/** A section without what is not known; the honest reason where that is all. */
function known<Section extends {unavailableReason?: Gps['unavailableReason']}>(
  section: Section,
): Section | {unavailableReason: 'not_supported'} {
  const entries = Object.entries(section).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return {unavailableReason: 'not_supported'};
  return Object.fromEntries(entries) as Section;
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const onAbort = (): void => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', onAbort, {once: true});
  });
