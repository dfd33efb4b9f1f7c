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
  readonly navigator: {readonly permissions?: Pick<Permissions, 'query'>};
  readonly DeviceOrientationEvent?: Asking;
  readonly DeviceMotionEvent?: Asking;
}

const stateOf = {granted: 'granted', denied: 'denied', prompt: 'not-requested'} as const;

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
    void this.#query();
  }

  get state(): MotionPermissionState {
    return this.#state;
  }

  async request(): Promise<MotionPermissionState> {
    // Both before anything is awaited: a gesture does not outlast it in WebKit.
    const {DeviceOrientationEvent, DeviceMotionEvent} = this.#target;
    const answers = await Promise.all([ask(DeviceOrientationEvent), ask(DeviceMotionEvent)]);
    // No answer, as outside of a gesture, leaves it as it was.
    for (const answer of ['granted', 'denied'] as const) {
      if (answers.includes(answer)) {
        this.#become(answer);
        break;
      }
    }
    return this.#state;
  }

  watch(onChange: (state: MotionPermissionState) => void, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#watchers.add(onChange);
    signal.addEventListener('abort', () => this.#watchers.delete(onChange), {once: true});
    void this.#query(signal);
  }

  async #query(signal?: AbortSignal): Promise<void> {
    try {
      // Not in TypeScript's list of names yet.
      const name = 'accelerometer' as PermissionName;
      const status = await this.#target.navigator.permissions?.query({name});
      if (!status || signal?.aborted) return;
      const take = (): void => this.#become(stateOf[status.state]);
      if (signal) status.addEventListener('change', take, {signal});
      take();
    } catch {
      // A name that the browser does not know.
    }
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
