import type {
  MotionPermission,
  MotionPermissionState,
} from '../../../src/ports/sensors/motion-permission.js';

/** An event target that can list its listeners. */
export class CountedTarget extends EventTarget {
  readonly #listeners = new Set<string>();
  #number = 0;
  readonly #keys = new WeakMap<object, number>();

  /** The event types with listeners, sorted. */
  get listeners(): string[] {
    return [...this.#listeners].map((key) => key.split('#')[0] ?? '').sort();
  }

  override addEventListener(
    type: string,
    callback: EventListenerOrEventListenerObject | null,
    options?: AddEventListenerOptions,
  ): void {
    super.addEventListener(type, callback, options);
    if (!callback || options?.signal?.aborted) return;
    const key = this.#key(type, callback);
    this.#listeners.add(key);
    options?.signal?.addEventListener('abort', () => this.#listeners.delete(key));
  }

  override removeEventListener(
    type: string,
    callback: EventListenerOrEventListenerObject | null,
  ): void {
    super.removeEventListener(type, callback);
    if (callback) this.#listeners.delete(this.#key(type, callback));
  }

  #key(type: string, callback: object): string {
    const number = this.#keys.get(callback) ?? this.#number++;
    this.#keys.set(callback, number);
    return `${type}#${number}`;
  }
}

export class FakePermissionStatus extends CountedTarget {
  state: PermissionState;

  constructor(state: PermissionState) {
    super();
    this.state = state;
  }

  become(state: PermissionState): void {
    this.state = state;
    this.dispatchEvent(new Event('change'));
  }
}

/** A phone's window with all permissions; tests remove what they need. */
export class FakeWindow extends CountedTarget {
  isSecureContext = true;
  document: {permissionsPolicy?: {allowsFeature: (feature: string) => boolean}} = {};
  ondeviceorientation? = null;
  ondeviceorientationabsolute? = null;
  ondevicemotion? = null;
  DeviceOrientationEvent?: {prototype: object} = {prototype: {}};
  time = 1_000_000;
  readonly Date = {now: (): number => this.time};
  readonly timers = new Map<number, {callback: () => void; every: number; due: number}>();
  #timer = 0;

  setInterval(callback: () => void, every: number): number {
    this.timers.set(++this.#timer, {callback, every, due: this.time + every});
    return this.#timer;
  }

  clearInterval(timer: number): void {
    this.timers.delete(timer);
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
    for (const timer of this.timers.values()) {
      if (timer.due > this.time) continue;
      timer.due = this.time + timer.every;
      timer.callback();
    }
  }

  forbid(...features: string[]): void {
    this.document = {permissionsPolicy: {allowsFeature: (name) => !features.includes(name)}};
  }

  /** Dispatches an event with these values. */
  tell(type: string, values: object): void {
    this.dispatchEvent(Object.assign(new Event(type), values));
  }
}

export class FakeMotionPermission implements MotionPermission {
  state: MotionPermissionState = 'not-needed';
  readonly watchers = new Set<(state: MotionPermissionState) => void>();

  request(): Promise<MotionPermissionState> {
    return Promise.resolve(this.state);
  }

  watch(onChange: (state: MotionPermissionState) => void, signal: AbortSignal): void {
    this.watchers.add(onChange);
    signal.addEventListener('abort', () => this.watchers.delete(onChange));
  }

  become(state: MotionPermissionState): void {
    this.state = state;
    for (const watcher of this.watchers) watcher(state);
  }
}

/** A started sensor of a fake phone, with the number of changes that it reported. */
export function started<Reading>(
  start: (
    page: FakeWindow,
    permission: FakeMotionPermission,
    signal: AbortSignal,
    onChange: () => void,
  ) => () => Reading,
  prepare: (page: FakeWindow, permission: FakeMotionPermission) => void = () => undefined,
) {
  const page = new FakeWindow();
  const permission = new FakeMotionPermission();
  prepare(page, permission);
  const running = new AbortController();
  const count = {changes: 0};
  const read = start(page, permission, running.signal, () => count.changes++);
  return {page, permission, running, count, read};
}
