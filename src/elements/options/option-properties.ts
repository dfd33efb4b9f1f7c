import {address} from './option-attributes.js';
import {fitting, number, type Shape} from '../../core/metadata/shapes.js';
import type {ProtectionConfig, Sensors} from '../../model/protection-config.js';

/** An object of the page with this method, whose results are checked later. `or` is an alternative. */
export const adapter =
  (method: string, or = '') =>
  (given: unknown): string | undefined =>
    typeof (given as Record<string, unknown>)[method] === 'function'
      ? undefined
      : `${or}an object with ${method}()`;

const off = (given: unknown) => (given === false ? undefined : 'false');
const offOrAdapter = (given: unknown) => off(given) && adapter('read', 'false or ')(given);

const sensors: Record<keyof Sensors, Shape> = {
  atmospheric: offOrAdapter,
  magnetometer: offOrAdapter,
  gps: off,
  orientation: offOrAdapter,
  acceleration: off,
  gravity: off,
  rotationRate: off,
  network: offOrAdapter,
  device: off,
  camera: off,
  microphone: off,
};

/**
 * Properties of {@link ConfiguredElement} that a script may set to invalid values. Tags and features are checked
 * with each capture.
 */
export const protectionShapes = {
  account: (given: unknown) => (typeof given === 'string' ? undefined : 'text'),
  delivery: adapter('send'),
  deliverTo: address,
  licensePlateDetector: adapter('detect'),
  locationObfuscationRadius: number(0),
  locationProvider: adapter('locate'),
  locationTimeout: number(0),
  retention: number(0),
  sensors,
} satisfies {[Name in keyof ProtectionConfig]: Shape};

/** The first invalid field of a property, and what it has to be; undefined if all are valid, or nothing is set. */
export function propertyProblem(name: string, shape: Shape, given: unknown): string | undefined {
  const problems: string[] = [];
  if (given !== undefined && given !== null) {
    fitting(given, shape, name, (problem) => problems.push(problem));
  }
  const [first] = problems;
  if (!first) return undefined;
  // What the core does in that case.
  return `${first}.${name === 'locationObfuscationRadius' ? ' No place is sealed.' : ''}`;
}
