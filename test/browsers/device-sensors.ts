import type {CDPSession, Page} from 'playwright';

/** Degrees, as in `deviceorientation`. */
export interface Attitude {
  alpha: number;
  beta: number;
  gamma: number;
}

interface Vector {
  x: number;
  y: number;
  z: number;
}

/** The sensor values of a phone, set through the browser's debugging protocol. */
export interface SensorValues {
  /** Relative to an arbitrary direction. */
  attitude: Attitude;
  /** Relative to north. */
  compass: Attitude;
  /** m/s², with gravity. */
  accelerometer: Vector;
  /** m/s², without gravity. */
  linearAcceleration: Vector;
  /** Radians per second. */
  gyroscope: Vector;
  /** Microtesla. */
  magnetometer: Vector;
}

/** Rotations about z, then x, then y (W3C Device Orientation, "Tait-Bryan angles of type Z-X'-Y''"). */
function quaternion({alpha, beta, gamma}: Attitude): {x: number; y: number; z: number; w: number} {
  const half = (degrees: number): [sine: number, cosine: number] => {
    const radians = (degrees * Math.PI) / 360;
    return [Math.sin(radians), Math.cos(radians)];
  };
  const [sz, cz] = half(alpha);
  const [sx, cx] = half(beta);
  const [sy, cy] = half(gamma);
  return {
    x: sx * cy * cz - cx * sy * sz,
    y: cx * sy * cz + sx * cy * sz,
    z: cx * cy * sz + sx * sy * cz,
    w: cx * cy * cz - sx * sy * sz,
  };
}

const types = {
  'relative-orientation': ({attitude}: SensorValues) => ({quaternion: quaternion(attitude)}),
  'absolute-orientation': ({compass}: SensorValues) => ({quaternion: quaternion(compass)}),
  accelerometer: ({accelerometer}: SensorValues) => ({xyz: accelerometer}),
  'linear-acceleration': ({linearAcceleration}: SensorValues) => ({xyz: linearAcceleration}),
  gyroscope: ({gyroscope}: SensorValues) => ({xyz: gyroscope}),
  magnetometer: ({magnetometer}: SensorValues) => ({xyz: magnetometer}),
  gravity: ({accelerometer: a, linearAcceleration: l}: SensorValues) => ({
    xyz: {x: a.x - l.x, y: a.y - l.y, z: a.z - l.z},
  }),
} as const;

/** Simulates these sensors in the page until the session is detached. */
export async function setSensors(page: Page, values: SensorValues): Promise<CDPSession> {
  const debugging = await page.context().newCDPSession(page);
  for (const name of Object.keys(types)) {
    await debugging.send('Emulation.setSensorOverrideEnabled', {
      enabled: true,
      type: name as keyof typeof types,
      metadata: {available: true},
    });
  }
  await setReadings(debugging, values);
  return debugging;
}

/** Sets the values of these sensors from now on. */
export async function setReadings(debugging: CDPSession, values: SensorValues): Promise<void> {
  await Promise.all(
    Object.entries(types).map(([name, readingOf]) =>
      debugging.send('Emulation.setSensorOverrideReadings', {
        type: name as keyof typeof types,
        reading: readingOf(values),
      }),
    ),
  );
}
