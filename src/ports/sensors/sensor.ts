import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';

/** Sections that sensors of the browser provide; the camera's section comes from its track. */
export type SensedSections = Pick<
  CaptureMetadata,
  | 'gps'
  | 'atmospheric'
  | 'magnetometer'
  | 'orientation'
  | 'acceleration'
  | 'gravity'
  | 'rotationRate'
  | 'network'
  | 'device'
>;
export type SensedSection = keyof SensedSections;

/** The newest readings of a sensor, for all its sections; each has values or the reason why not. */
export interface Readings<Name extends SensedSection> {
  sections: Required<Pick<SensedSections, Name>>;
  /** When they were read, in epoch milliseconds by the device's clock; undefined before the first reading. */
  at?: number;
}

/** Returns the current readings of a running sensor, from memory. */
export type Read<Name extends SensedSection> = () => Readings<Name>;

/**
 * A source of the browser. It runs while a camera or microphone is live, so that the shutter waits for nothing, and
 * costs little between readings.
 */
export interface Sensor<Name extends SensedSection> {
  /**
   * Starts the source, which runs until the signal is aborted and then leaves no listener. `onChange` is called
   * when readings appear or disappear, and when the reason for their absence changes; not with each new reading.
   */
  start(signal: AbortSignal, onChange: () => void): Read<Name>;
}
