import type {PermissionStatus} from '../../model/protection-config.js';
import type {
  MicrophoneChoice,
  MicrophoneOutcome,
  MicrophonePermission,
  MicrophoneRequest,
  Microphones,
} from '../../ports/audio/microphone.js';
import type {RecordingState} from './recording-session.js';

/** What the browser allows, and which microphones there are; followed from the first look until `close`. */
export class MicrophoneAccess {
  readonly #microphones: Microphones;
  readonly #onLook: (isNews: boolean) => void;
  #status: PermissionStatus = 'unknown';
  /** What the browser said last, without being asked to ask. */
  #permission?: MicrophonePermission;
  #devices: readonly MicrophoneChoice[] = [];
  #attention?: AbortController;
  #looks = 0;

  /** `onLook` is called after each look; its `isNews` is false where `open` has just said how it stands. */
  constructor(microphones: Microphones, onLook: (isNews: boolean) => void) {
    this.#microphones = microphones;
    this.#onLook = onLook;
  }

  get status(): PermissionStatus {
    return this.#status;
  }

  /** Those that can be told apart. */
  get choices(): readonly MicrophoneChoice[] {
    return this.#devices.filter(({deviceId, label}) => deviceId && label);
  }

  /** Where a session stands that stood so, now that the surroundings are as they are. */
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

  /** Finds out without asking. */
  look(): Promise<void> {
    return this.#look(true);
  }

  /** Undefined where it was given up: then the status is as before. */
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
    // By now it names its microphones.
    void this.#look(false);
    return outcome;
  }

  close(): void {
    this.#attention?.abort();
    this.#attention = undefined;
  }

  #watch(): AbortController {
    const attention = new AbortController();
    this.#microphones.watch(() => void this.look(), attention.signal);
    return attention;
  }

  async #look(isNews: boolean): Promise<void> {
    const {signal} = (this.#attention ??= this.#watch());
    const look = ++this.#looks;
    const [permission, devices] = await Promise.all([
      this.#microphones.permission(),
      this.#microphones.choices(),
    ]);
    // A later look knows better.
    if (signal.aborted || look !== this.#looks) return;
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

  /** Only a change counts: WebKit says that it would ask also after it was allowed; systems refuse by themselves. */
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
