import {SealedCaptureError, failureAs} from '@sealed-capture/seal/model/errors.js';
import {policyAllows} from './permissions-policy.js';

/** Why there is no camera or microphone. */
export type MediaRefusal =
  /**
   * `unasked`: the refusal came faster than a person can answer, so the app that shows the page has refused without
   * asking.
   */
  | {name: 'denied'; unasked?: boolean}
  /** Refused without asking; `byPolicy` if the page's Permissions-Policy, or its frame's `sandbox`, forbids it. */
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
  /** Calls once if the device is unplugged or revoked; not after `stop`. */
  onLost(callback: () => void): void;
  /** Calls for each such event of the track; not after `stop`. */
  readonly on: (event: 'ended' | 'mute' | 'unmute', callback: () => void) => void;
  stop(): void;
}

/** Milliseconds; a faster refusal is not a person's. */
const ANSWER_MS = 500;

/** Milliseconds for the arrival of a device that was requested and given up: some browsers never answer. */
const LATE_MS = 5_000;

/** Access to cameras or microphones: everything that is the same for both. */
export abstract class MediaAccess {
  readonly #name: 'camera' | 'microphone';
  readonly #media: MediaDevices | undefined;
  /** The browser's newest permission status, which the browser updates. */
  #status?: PermissionStatus;
  /** Settles once devices that were requested and then given up have arrived, and are off. */
  #late: Promise<unknown> = Promise.resolve();
  /** True once a refusal took as long as a person needs to answer. */
  #isRefused = false;

  constructor(
    name: 'camera' | 'microphone',
    media: MediaDevices | undefined = (navigator as Partial<Navigator>).mediaDevices,
  ) {
    this.#name = name;
    this.#media = media;
  }

  /**
   * Resolves to what `find` opened with `openTrack`, or to the reason why it opened nothing. If the requested device was
   * unplugged, or another program uses it, another device is tried. Never rejects.
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
      // Browsers do not ask again for a while after a refusal.
      this.#isRefused ||= performance.now() - asked >= ANSWER_MS;
      const refusal = await this.#refusalOf(thrown);
      const isGone =
        refusal.name === 'not-found' || (refusal.name === 'in-use' && this.#name === 'camera');
      return isGone && request.deviceId
        ? this.attempt({...request, deviceId: undefined}, find)
        : refusal;
    }
  }

  /**
   * Opens a track. Rejects like getUserMedia; a track that arrives after the abort is turned off. The next is requested only
   * then, so that never two are on, or if none has arrived for seconds.
   */
  protected async openTrack(
    constraints: MediaStreamConstraints,
    signal: AbortSignal,
  ): Promise<LiveTrack> {
    await Promise.race([this.#late, new Promise((resolve) => setTimeout(resolve, LATE_MS))]);
    signal.throwIfAborted();
    const asked = this.#media?.getUserMedia(constraints);
    const giveUp = (): void => void (this.#late = Promise.allSettled([this.#late, asked]));
    signal.addEventListener('abort', giveUp);
    const stream = await asked;
    signal.removeEventListener('abort', giveUp);
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

  /** An obstacle that is known without asking the person. */
  obstacle(): MediaRefusal | undefined {
    if (!isSecureContext) return {name: 'insecure'};
    // A frame without an origin (`sandbox`) has no storage and no workers, so its captures would be lost.
    const isOpaque = origin === 'null' && parent !== window;
    if (isOpaque || !policyAllows(this.#name)) return {name: 'blocked', byPolicy: true};
    if (typeof this.#media?.getUserMedia === 'function') return undefined;
    const message = `This browser gives pages no ${this.#name}.`;
    return {name: 'failed', error: new SealedCaptureError('not_supported', message)};
  }

  /** The permission that the browser reports without asking the person. */
  async permission(): Promise<MediaPermission> {
    try {
      this.#status = await this.#query();
      return this.#status.state;
    } catch {
      return 'unknown';
    }
  }

  /** True if the browser has granted it before, and has not reported otherwise since. */
  get isGranted(): boolean {
    return this.#status?.state === 'granted';
  }

  /** The connected devices; empty if the browser does not report them. Never rejects. */
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
    // By name only: an OverconstrainedError is not a DOMException in Firefox and WebKit.
    switch ((thrown as Partial<Error>).name) {
      case 'NotAllowedError': {
        // The permission is granted and the device nevertheless refused: by the operating system, which does not ask.
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

/** The device's name, cut to the length that a seal allows, without splitting a surrogate pair. */
export const deviceName = ({label}: Pick<MediaStreamTrack, 'label'>): string | undefined =>
  label.slice(0, 1024).replace(/\p{Surrogate}/gu, '') || undefined;
