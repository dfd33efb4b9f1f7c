import type {PermissionStatus} from '@sealed-capture/seal/model/protection-config.js';
import type {
  MicrophoneChoice,
  MicrophoneOutcome,
  MicrophonePermission,
  MicrophoneRequest,
  Microphones,
} from '../../ports/audio/microphone.js';
import type {RecordingState} from './recording-session.js';

/** Permission and list of the microphones, followed from the first check until `close`. */
export class MicrophoneAccess {
  readonly #microphones: Microphones;
  readonly #onLook: (isNews: boolean) => void;
  #status: PermissionStatus = 'unknown';
  /** The permission that the browser last reported without asking the person. */
  #permission?: MicrophonePermission;
  #devices: readonly MicrophoneChoice[] = [];
  #attention?: AbortController;
  #checks = 0;

  /** `onLook` is called after each check; `isNews` is false if `open` has just reported the same. */
  constructor(microphones: Microphones, onLook: (isNews: boolean) => void) {
    this.#microphones = microphones;
    this.#onLook = onLook;
  }

  get status(): PermissionStatus {
    return this.#status;
  }

  /** Microphones that can be told apart. */
  get choices(): readonly MicrophoneChoice[] {
    return this.#devices.filter(({deviceId, label}) => deviceId && label);
  }

  /** The state that a session in `state` changes to, given the current permission and devices. */
  stateAfter(state: RecordingState): RecordingState {
    const status = this.#status;
    switch (state.name) {
      case 'idle': {
        const isBlocked = status === 'blocked';
        const blocked = isBlocked ? ({name: 'blocked', byPolicy: false} as const) : state;
        return this.#microphones.obstacle() ?? blocked;
      }
      case 'denied':
        return status === 'granted' ? {name: 'idle'} : state;
      case 'blocked':
        return state.byPolicy || status === 'blocked' ? state : {name: 'idle'};
      case 'not-found':
        return this.#devices.length > 0 ? {name: 'idle'} : state;
      default:
        return state;
    }
  }

  /** Checks permission and devices without asking the person. */
  check(): Promise<void> {
    return this.#check(true);
  }

  /** Asks for the microphone. Undefined if that was given up; the status is then unchanged. */
  async open(request: MicrophoneRequest): Promise<MicrophoneOutcome | undefined> {
    const before = this.#status;
    const forget = (): void => {
      if (this.#status === 'pending') this.#status = before;
    };
    if (before !== 'granted') this.#status = 'pending';
    const {signal} = request;
    signal.addEventListener('abort', forget);
    const outcome = await this.#microphones.open(request);
    signal.removeEventListener('abort', forget);
    if (signal.aborted) return undefined;
    forget();
    this.#answered(outcome);
    // Once it is allowed, the browser names the microphones.
    void this.#check(false);
    return outcome;
  }

  close(): void {
    this.#attention?.abort();
    this.#attention = undefined;
  }

  #watch(): AbortController {
    const attention = new AbortController();
    this.#microphones.watch(() => void this.check(), attention.signal);
    return attention;
  }

  async #check(isNews: boolean): Promise<void> {
    const {signal} = (this.#attention ??= this.#watch());
    const check = ++this.#checks;
    const [permission, devices] = await Promise.all([
      this.#microphones.permission(),
      this.#microphones.choices(),
    ]);
    // The result of a later check is newer.
    if (signal.aborted || check !== this.#checks) return;
    this.#devices = devices;
    if (isNews) this.#learn(permission);
    this.#permission = permission;
    this.#onLook(isNews);
  }

  #answered({name}: MicrophoneOutcome): void {
    switch (name) {
      case 'live':
      case 'in-use':
        this.#status = 'granted';
        return;
      case 'denied':
      case 'blocked':
        this.#status = name;
        return;
      case 'insecure':
        this.#status = 'blocked';
        return;
      case 'not-found':
      case 'failed':
        return;
    }
  }

  /**
   * Takes over a changed permission. An unchanged one is ignored: WebKit reports `prompt` even after the person
   * allowed it, and operating systems refuse by themselves.
   */
  #learn(permission: MicrophonePermission): void {
    const before = this.#permission;
    const obstacle = this.#microphones.obstacle();
    if (obstacle) return this.#answered(obstacle);
    if (before === permission) return;
    if (permission === 'granted') this.#status = 'granted';
    else if (permission === 'denied') this.#status = 'blocked';
    else if (before && this.#status !== 'pending') this.#status = 'unknown';
  }
}
