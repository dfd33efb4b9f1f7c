// A live element whose sensors can be turned off, and the core's own session, to measure the reading of sensors at the
// shutter.
import {createCameraSession} from '../../src/core/wiring/camera-core.js';
import type {CameraSession} from '../../src/core/camera/camera-session.js';
import type {ProtectionClient} from '../../src/core/queue/queue-client.js';
import type {Sensors} from '@sealed-capture/seal/model/protection-config.js';
import {liveElement, until, type Options} from './capture-element.js';

/** All sensors that run between two presses of the shutter. */
const off: Sensors = {
  gps: false,
  atmospheric: false,
  magnetometer: false,
  orientation: false,
  acceleration: false,
  gravity: false,
  rotationRate: false,
  network: false,
  device: false,
};

class SensorsBench {
  #session?: CameraSession;

  /** Shows a live camera with or without the sensors; it replaces the one before. */
  async show(options: Options, withSensors: boolean): Promise<void> {
    for (const before of document.querySelectorAll('capture-image')) before.remove();
    const element = await liveElement(options, withSensors ? {} : {sensors: off});
    const pill = () => element.shadowRoot?.querySelector('[part=contents]')?.textContent ?? '';
    await until(() => /attitude/i.test(pill()) === withSensors);
  }

  /** Times for reading the sensors at the shutter, in milliseconds. */
  async snapshots(count: number): Promise<number[]> {
    this.#session ??= await liveSession();
    const session = this.#session;
    return Array.from({length: count}, () => {
      const start = performance.now();
      session.contents();
      return performance.now() - start;
    });
  }

  end(): void {
    this.#session?.close();
  }
}

async function liveSession(): Promise<CameraSession> {
  const ignore = (): void => undefined;
  const client: ProtectionClient = {
    mode: 'image',
    config: {locationObfuscationRadius: 500},
    onCapture: ignore,
    onProtected: ignore,
    onProtectError: ignore,
    onChange: ignore,
  };
  const session = createCameraSession(client);
  await session.requestPermissions('environment');
  await until(() => session.contents().metadata.orientation?.yaw !== undefined);
  return session;
}

export type {SensorsBench};
Object.assign(globalThis, {bench: new SensorsBench()});
