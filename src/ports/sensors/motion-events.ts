import type {UnavailableReason} from '@sealed-capture/seal/model/capture-metadata.js';
import type {MotionPermission} from './motion-permission.js';
import {obstacle, refusals, type SourceTarget} from './obstacle.js';

/** The parts of a window with motion sensors. */
export interface MotionTarget extends SourceTarget, EventTarget {
  readonly Date: {now(): number};
  setInterval(callback: () => void, milliseconds: number): number;
  clearInterval(timer: number): void;
  /** Its prototype has `webkitCompassHeading` in WebKit for iOS, and in no other browser. */
  readonly DeviceOrientationEvent?: {readonly prototype: object};
}

/** The newest event with values and its time, or why there is none. */
export type Heard<Kind> =
  | {event: Kind; at: number; reason?: undefined}
  | {event?: undefined; at?: undefined; reason: UnavailableReason};

export interface MotionSource<Kind extends Event> {
  type: 'deviceorientation' | 'deviceorientationabsolute' | 'devicemotion';
  hasValues: (event: Kind) => boolean;
  /**
   * Events come at a fixed rate, so that silence means that the values are outdated. Otherwise events come with
   * each change, and values stay valid until the next.
   */
  steady?: boolean;
}

/** Milliseconds of silence until the reason is `timeout`. */
const SILENCE_MS = 2000;

/** Recognizes WebKit for iOS by a property of its own; asking for permission is no longer unique to it. */
export const isWebKitForIOS = ({DeviceOrientationEvent}: MotionTarget): boolean =>
  'webkitCompassHeading' in (DeviceOrientationEvent?.prototype ?? {});

/** Listens until the signal is aborted. Events are stored unconverted; the reader converts them. */
export function hear<Kind extends Event>(
  {type, hasValues, steady}: MotionSource<Kind>,
  target: MotionTarget,
  permission: MotionPermission,
  signal: AbortSignal,
  onChange: () => void,
): () => Heard<Kind> {
  const sensors = ['accelerometer', 'gyroscope'] as const;
  const absolute = type === 'deviceorientationabsolute' ? (['magnetometer'] as const) : [];
  const known = obstacle(target, `on${type}` in target, ...sensors, ...absolute);
  if (known || signal.aborted) return () => ({reason: known ?? 'not_available'});

  let event: Kind | undefined;
  let at = 0;
  const reasonNow = (): UnavailableReason | undefined => {
    const isSilent = target.Date.now() - at >= SILENCE_MS;
    const {state} = permission;
    // If a permission of an earlier visit is still valid, events come without a request in this one.
    if (event && hasValues(event) && state !== 'denied') {
      return steady && isSilent ? 'timeout' : undefined;
    }
    // Chrome sends an event without values if the device has no such sensor.
    return refusals[state] ?? (isSilent && !event ? 'timeout' : 'not_available');
  };
  const onEvent = (heard: Event): void => {
    event = heard as Kind;
    at = target.Date.now();
    settle();
  };
  const listen = (): void => {
    event = undefined;
    at = target.Date.now();
    target.removeEventListener(type, onEvent);
    target.addEventListener(type, onEvent, {signal});
  };
  let reported: UnavailableReason | undefined;
  const settle = (): void => {
    const reason = reasonNow();
    if (reason === reported) return;
    reported = reason;
    onChange();
  };

  listen();
  reported = reasonNow();
  permission.watch(() => {
    if (reasonNow()) listen();
    settle();
  }, signal);
  const timer = target.setInterval(settle, SILENCE_MS);
  signal.addEventListener('abort', () => target.clearInterval(timer), {once: true});
  return () => {
    const reason = reasonNow();
    return reason || !event ? {reason: reason ?? 'not_available'} : {event, at};
  };
}
