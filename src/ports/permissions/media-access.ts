import {SealedCaptureError, failureAs} from '../../model/errors.js';
import {policyAllows} from './permissions-policy.js';

/** Why there is no camera or microphone. */
export type MediaRefusal =
  /** `unasked` when it came faster than a person answers: an app refuses for its own browser. */
  | {name: 'denied'; unasked?: boolean}
  /** Refused without asking; `byPolicy` when the page's Permissions-Policy, or its frame's `sandbox`, forbids it. */
  | {name: 'blocked'; byPolicy: boolean}
  | {name: 'not-found'}
  | {name: 'in-use'}
  | {name: 'insecure'}
  | {name: 'failed'; error: SealedCaptureError};

export type MediaPermission = 'granted' | 'prompt' | 'denied' | 'unknown';

/** A camera or microphone that is on. */
export interface LiveTrack {
  readonly stream: MediaStream;
  readonly track: MediaStreamTrack;
  readonly deviceId: string;
  /** Calls once if it is taken away; not after `stop`. */
  onLost(callback: () => void): void;
  /** Calls with each such event of the track; not after `stop`. */
  readonly on: (event: 'ended' | 'mute' | 'unmute', callback: () => void) => void;
  stop(): void;
}

/** Refusals that come sooner are no person's. */
const ANSWER_MS = 500;

/** A page's way to cameras or to microphones: all that does not depend on which of them it is. */
export abstract class MediaAccess {
  readonly #name: 'camera' | 'microphone';
  readonly #media: MediaDevices | undefined;
  /** The browser's newest answer, which it keeps up to date. */
  #status?: PermissionStatus;
  /** A refusal took as long as a person does. */
  #isRefused = false;

  constructor(
    name: 'camera' | 'microphone',
    media: MediaDevices | undefined = (navigator as Partial<Navigator>).mediaDevices,
  ) {
    this.#name = name;
    this.#media = media;
  }

  /**
   * What `find` opened, by `openTrack`, or why nothing can be. Where the wanted device was unplugged, another may be
   * there; and another camera is better than one that another program uses. Never rejects.
   */
  protected async attempt<Request extends {deviceId?: string}, Live>(
    request: Request,
    find: (request: Request) => Promise<Live>,
  ): Promise<{live: Live} | MediaRefusal> {
    const obstacle = this.obstacle();
    if (obstacle) return obstacle;
    if (!this.isGranted && (await this.permission()) === 'denied') {
      return {name: 'blocked', byPolicy: false};
    }
    const asked = performance.now();
    try {
      return {live: await find(request)};
    } catch (thrown) {
      // Browsers that were told no do not ask again for a while.
      this.#isRefused ||= performance.now() - asked >= ANSWER_MS;
      const refusal = await this.#refusalOf(thrown);
      const isGone =
        refusal.name === 'not-found' || (refusal.name === 'in-use' && this.#name === 'camera');
      return isGone && request.deviceId
        ? this.attempt({...request, deviceId: undefined}, find)
        : refusal;
    }
  }

  /** Rejects like getUserMedia; what comes when the signal was aborted is turned off. */
  protected async openTrack(
    constraints: MediaStreamConstraints,
    signal: AbortSignal,
  ): Promise<LiveTrack> {
    signal.throwIfAborted();
    const stream = await this.#media?.getUserMedia(constraints);
    const track = stream?.getTracks()[0];
    const stopped = new AbortController();
    const stop = (): void => {
      stopped.abort();
      stream?.getTracks().forEach((each) => each.stop());
    };
    signal.addEventListener('abort', stop, {signal: stopped.signal});
    if (signal.aborted || !stream || !track) {
      stop();
      throw new SealedCaptureError('aborted', `The ${this.#name} was closed while it opened.`);
    }
    const on = (event: 'ended' | 'mute' | 'unmute', callback: () => void): void =>
      track.addEventListener(event, callback, {signal: stopped.signal});
    return {
      stream,
      track,
      deviceId: track.getSettings().deviceId ?? '',
      on,
      onLost: (callback) => on('ended', callback),
      stop,
    };
  }

  /** What is known to stand in the way without asking. */
  obstacle(): MediaRefusal | undefined {
    if (!isSecureContext) return {name: 'insecure'};
    // A frame without an origin (`sandbox`) has no storage and no workers: what it captured would be lost.
    const isOpaque = origin === 'null' && parent !== window;
    if (isOpaque || !policyAllows(this.#name)) return {name: 'blocked', byPolicy: true};
    if (typeof this.#media?.getUserMedia === 'function') return undefined;
    const message = `This browser gives pages no ${this.#name}.`;
    return {name: 'failed', error: new SealedCaptureError('not_supported', message)};
  }

  /** What the browser says without asking. */
  async permission(): Promise<MediaPermission> {
    try {
      this.#status = await this.#query();
      return this.#status.state;
    } catch {
      return 'unknown';
    }
  }

  /** True where the browser has said so before, and has not said otherwise since. */
  get isGranted(): boolean {
    return this.#status?.state === 'granted';
  }

  /** Those that are there; none where the browser does not tell. Never rejects. */
  protected async devices(kind: MediaDeviceKind): Promise<MediaDeviceInfo[]> {
    try {
      const devices = (await this.#media?.enumerateDevices()) ?? [];
      return devices.filter((device) => device.kind === kind);
    } catch {
      return [];
    }
  }

  /** Calls whenever the permission or the devices changed, until the signal is aborted. */
  watch(onChange: () => void, signal: AbortSignal): void {
    this.#media?.addEventListener('devicechange', onChange, {signal});
    this.#query()
      .then((status) => status.addEventListener('change', onChange, {signal}))
      .catch(() => undefined);
  }

  /** Rejects in browsers that do not know the name. */
  async #query(): Promise<PermissionStatus> {
    return navigator.permissions.query({name: this.#name});
  }

  async #refusalOf(thrown: unknown): Promise<MediaRefusal> {
    // By name alone: an OverconstrainedError is no DOMException in Firefox and WebKit.
    switch ((thrown as Partial<Error>).name) {
      case 'NotAllowedError': {
        // Granted yet refused: the operating system, which does not ask either.
        const permission = await this.permission();
        const final = permission === 'denied' || permission === 'granted';
        return final
          ? {name: 'blocked', byPolicy: false}
          : {name: 'denied', unasked: !this.#isRefused};
      }
      case 'SecurityError':
        return {name: 'blocked', byPolicy: true};
      case 'NotFoundError':
      case 'OverconstrainedError':
        return {name: 'not-found'};
      case 'NotReadableError':
      case 'AbortError':
        return {name: 'in-use'};
      default:
        return {name: 'failed', error: failureAs('device_not_found', thrown)};
    }
  }
}

/** Cut to what a seal takes, without the half of a pair that a cut may leave. */
export const deviceName = ({label}: Pick<MediaStreamTrack, 'label'>): string | undefined =>
  label.slice(0, 1024).replace(/\p{Surrogate}/gu, '') || undefined;
