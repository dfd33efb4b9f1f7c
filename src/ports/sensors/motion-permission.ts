import {followPermission, type PermissionNavigator} from './permission-state.js';

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

/** An event's class, which asks in WebKit for iOS and in Chrome. */
interface Asking {
  /** Chrome asks for the compass too, when told that absolute values are wanted. */
  requestPermission?(absolute?: boolean): Promise<string>;
}
export interface PermissionTarget {
  readonly navigator: PermissionNavigator;
  readonly DeviceOrientationEvent?: Asking;
  readonly DeviceMotionEvent?: Asking;
}

/**
 * Chrome also tells without being asked, under the name of each sensor, which share one setting. WebKit for iOS
 * knows none of these names: there the state is what the last request was answered.
 */
export class BrowserMotionPermission implements MotionPermission {
  readonly #target: PermissionTarget;
  readonly #watchers = new Set<(state: MotionPermissionState) => void>();
  #state: MotionPermissionState;

  constructor(target: PermissionTarget = window as PermissionTarget) {
    this.#target = target;
    const {DeviceOrientationEvent: orientation, DeviceMotionEvent: motion} = target;
    this.#state =
      orientation?.requestPermission || motion?.requestPermission ? 'not-requested' : 'not-needed';
    this.#follow(AbortSignal.abort());
  }

  get state(): MotionPermissionState {
    return this.#state;
  }

  async request(): Promise<MotionPermissionState> {
    // Both before anything is awaited: a gesture does not outlast it in WebKit.
    const {DeviceOrientationEvent, DeviceMotionEvent} = this.#target;
    const answers = await Promise.all([ask(DeviceOrientationEvent), ask(DeviceMotionEvent)]);
    // No answer, as outside of a gesture, leaves it as it was.
    if (answers.includes('granted')) this.#become('granted');
    else if (answers.includes('denied')) this.#become('denied');
    return this.#state;
  }

  watch(onChange: (state: MotionPermissionState) => void, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#watchers.add(onChange);
    signal.addEventListener('abort', () => this.#watchers.delete(onChange), {once: true});
    this.#follow(signal);
  }

  #follow(signal: AbortSignal): void {
    void followPermission(
      this.#target.navigator,
      'accelerometer',
      (state) => this.#become(state === 'prompt' ? 'not-requested' : state),
      signal,
    );
  }

  #become(state: MotionPermissionState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const watcher of this.#watchers) watcher(state);
  }
}

/** Undefined where there is nothing to ask, or asking was refused. */
async function ask(kind: Asking | undefined): Promise<string | undefined> {
  try {
    return await kind?.requestPermission?.(true);
  } catch {
    return undefined;
  }
}
