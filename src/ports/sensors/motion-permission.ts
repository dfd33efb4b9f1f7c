/**
 * What the browser says about its motion sensors, as far as it told. not-needed: it never asks.
 * not-requested: it has not been asked within a person's gesture yet.
 */
export type MotionPermissionState = 'not-needed' | 'not-requested' | 'granted' | 'denied';

/** The permission for attitude, heading and motion, which iOS (14.5) and Chrome (152) ask for. */
export interface MotionPermission {
  readonly state: MotionPermissionState;
  /**
   * Asks, within a person's gesture: the browser is called before this returns. Outside of a gesture it only
   * finds out what was answered earlier. Never rejects.
   */
  request(): Promise<MotionPermissionState>;
  /** Calls with each other state, until the signal is aborted. */
  watch(onChange: (state: MotionPermissionState) => void, signal: AbortSignal): void;
}
