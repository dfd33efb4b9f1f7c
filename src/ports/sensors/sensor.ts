import type {CaptureMetadata} from '../../model/capture-metadata.js';

/** Sections that a sensor of the browser gives; the camera tells its own, from its track. */
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

/** The newest of a sensor, for all its sections; each has values or the one true reason why not. */
export interface Readings<Name extends SensedSection> {
  sections: Required<Pick<SensedSections, Name>>;
  /** When they were read, in epoch milliseconds by the device's clock; undefined where there are none yet. */
  at?: number;
}

/** What a running sensor tells at any moment, from memory. */
export type Read<Name extends SensedSection> = () => Readings<Name>;

/**
 * One source of the browser. It runs while a camera or microphone is live, so that a snapshot at the shutter
 * waits for nothing, and costs next to nothing between readings.
 */
export interface Sensor<Name extends SensedSection> {
  /**
   * Starts the source; it runs until the signal is aborted, when no listener is left. `onChange` is called when
   * readings come or go, and when the reason for their absence becomes another; not with each new reading.
   */
  start(signal: AbortSignal, onChange: () => void): Read<Name>;
}
