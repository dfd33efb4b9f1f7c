import {listAt, textAt, valueAt} from '../../model/json/loose-json.js';
import type {Loose} from '../../model/json/record.js';

const DEGREES_PER_RADIAN = 180 / Math.PI;

const firstOf = (odometry: unknown, name: string): unknown => listAt(odometry, name)[0];

/** The first sample's axes, scaled. */
function vectorOf(odometry: unknown, name: string, scale = 1): Loose {
  const sample = firstOf(odometry, name);
  return Object.fromEntries(
    ['x', 'y', 'z'].map((axis) => [axis, scaled(valueAt(sample, axis), scale)]),
  );
}

const scaled = (value: unknown, scale: number): number | undefined =>
  typeof value === 'number' ? value * scale : undefined;

/** Sensors from `com.truepic.custom.odometry` (radians, µT, hPa, m/s²); not checked against the schema yet. */
export function sectionsOfOdometry(odometry: unknown): Loose {
  const attitude = firstOf(odometry, 'attitude');
  const angle = (name: string) => scaled(valueAt(attitude, name), DEGREES_PER_RADIAN);
  return {
    orientation: {roll: angle('roll'), pitch: angle('pitch'), yaw: angle('azimuth')},
    magnetometer: {field: vectorOf(odometry, 'geomagnetism')},
    gravity: vectorOf(odometry, 'gravity'),
    acceleration: vectorOf(odometry, 'user_acceleration'),
    rotationRate: vectorOf(odometry, 'rotation_rate', DEGREES_PER_RADIAN),
    atmospheric: {pressure: valueAt(firstOf(odometry, 'pressure'), 'value')},
    camera: {lens: textAt(odometry, 'lens')},
  };
}
