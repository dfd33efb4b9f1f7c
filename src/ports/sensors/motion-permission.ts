import {followPermission, type PermissionNavigator} from './permission-state.js';

/**
 * State of the permission for motion sensors, as far as the browser reports it. not-needed: it never asks.
 * not-requested: it was not asked within a person's gesture yet.
 */
export type MotionPermissionState = 'not-needed' | 'not-requested' | 'granted' | 'denied';

/** The permission for attitude, heading and motion, which iOS (14.5) and Chrome (152) ask for. */
export interface MotionPermission {
  readonly state: MotionPermissionState;
  /**
   * Asks for permission, within a person's gesture: the browser is called before this returns. Outside a gesture it
   * only finds out what was answered earlier. Never rejects.
   */
  request(): Promise<MotionPermissionState>;
  /** Calls for each change of the state, until the signal is aborted. */
  watch(onChange: (state: MotionPermissionState) => void, signal: AbortSignal): void;
}

/** An event's class with the permission request of WebKit for iOS and Chrome. */
interface Asking {
  /** Chrome also asks for the compass if absolute values are requested. */
  requestPermission?(absolute?: boolean): Promise<string>;
}
export interface PermissionTarget {
  readonly navigator: PermissionNavigator;
  readonly DeviceOrientationEvent?: Asking;
  readonly DeviceMotionEvent?: Asking;
}

/**
 * Chrome also reports the permission without being asked, under the name of each sensor, which share one setting.
 * WebKit for iOS knows none of these names: there the state is the result of the last request.
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
    // Both before any await: in WebKit, an await ends the gesture.
    const {DeviceOrientationEvent, DeviceMotionEvent} = this.#target;
    const answers = await Promise.all([ask(DeviceOrientationEvent), ask(DeviceMotionEvent)]);
    // Without an answer, as outside a gesture, the state stays unchanged.
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

/** Requests a permission. Resolves to undefined if the browser has no such permission, or rejects the request. */
async function ask(kind: Asking | undefined): Promise<string | undefined> {
  try {
    return await kind?.requestPermission?.(true);
  } catch {
    return undefined;
  }
}
