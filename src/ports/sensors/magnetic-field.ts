import type {UnavailableReason, Vector} from '@sealed-capture/seal/model/capture-metadata.js';
import type {MotionPermission} from './motion-permission.js';
import {refusals} from './obstacle.js';

/** From Generic Sensor API; behind a flag in Chrome, and in no other browser. */
interface FieldSensor extends EventTarget {
  /** Microtesla; null without a reading. */
  readonly x: number | null;
  readonly y: number | null;
  readonly z: number | null;
  start(): void;
  stop(): void;
}
export interface FieldTarget {
  readonly Magnetometer?: new (options: {frequency: number}) => FieldSensor;
}

/** Readings per second; enough for a phone that is turned by hand. */
const PER_SECOND = 10;

/** The magnetic field in microtesla, or why there is none. Runs while the permission is given. */
export function magneticField(
  {Magnetometer}: FieldTarget,
  permission: MotionPermission,
  signal: AbortSignal,
  onChange: () => void,
): () => Vector {
  let reason: UnavailableReason = 'not_supported';
  let sensor: FieldSensor | undefined;
  if (Magnetometer && !signal.aborted) {
    try {
      const running = (sensor = new Magnetometer({frequency: PER_SECOND}));
      const follow = (): void => {
        const refusal = refusals[permission.state];
        reason = refusal ?? 'not_available';
        if (refusal) running.stop();
        else running.start();
      };
      const onError = (event: Event): void => {
        reason = reasonOf((event as ErrorEvent).error);
        onChange();
      };
      sensor.addEventListener('reading', onChange, {once: true, signal});
      sensor.addEventListener('error', onError, {signal});
      signal.addEventListener('abort', () => running.stop(), {once: true});
      permission.watch(follow, signal);
      follow();
    } catch (thrown) {
      reason = reasonOf(thrown);
    }
  }
  return () => {
    const {x, y, z} = sensor ?? {};
    return x != null && y != null && z != null ? {x, y, z} : {unavailableReason: reason};
  };
}

function reasonOf(thrown: unknown): UnavailableReason {
  switch ((thrown as Partial<Error>).name) {
    case 'SecurityError':
      return 'policy_blocked';
    case 'NotAllowedError':
      return 'permission_denied';
    case 'NotReadableError':
      return 'not_available';
    default:
      return 'error';
  }
}
