import type {ErrorCode} from '../model/errors.js';
import {isPromise} from '../model/json/record.js';
import type {Mode} from '../model/media-type.js';
import type {LicensePlateInfo, Tags} from '../model/capture-metadata.js';
import type {
  CaptureDetail,
  DeliveredDetail,
  LicensePlateDetail,
  PermissionStatus,
  ProtectedDetail,
  ProtectErrorDetail,
  StorageLowDetail,
} from '../model/protection-config.js';
import type {ShotsCompleteEvent} from './capture-image/shots/shots-complete-event.js';

/**
 * An event of a capture element: bubbles, is composed, so that one listener on `document` serves a page, and
 * carries its fields both on `detail` and on itself.
 */
class CaptureElementEvent<Detail extends object> extends CustomEvent<Detail> {
  constructor(name: string, detail: Detail) {
    super(name, {detail, bubbles: true, composed: true});
    Object.assign(this, detail);
  }
}

/**
 * A picture or recording was made. Fires at once, before it is sealed, as `capture`; then, with the same fields, as
 * `captured`, for frameworks that take a listener for `capture` as one for the capture phase.
 */
export class CaptureEvent extends CaptureElementEvent<CaptureDetail> implements CaptureDetail {
  declare readonly captureId: string;
  declare readonly mode: Mode;
  declare readonly blob: Blob;
  declare readonly capturedAt: string;
  declare readonly duration?: number;
  declare readonly missing?: number;
  declare readonly recovered?: true;
  declare readonly tags?: Tags;
  declare readonly source?: string;
  declare readonly shot?: string;

  constructor(detail: CaptureDetail, type: 'capture' | 'captured' = 'capture') {
    super(type, detail);
  }
}

/**
 * Calls the callback. Settles once everything has that the event was asked to wait for, the promise that the callback
 * returned included; undefined where there is nothing. Throws what the callback throws, unless there is.
 */
export let lifetimeOf: (
  event: ProtectedEvent,
  callback?: (event: ProtectedEvent) => unknown,
) => Promise<void> | undefined;

/** A capture was sealed. Once for each, and again each time that what a listener asked to wait for failed or was broken off. */
export class ProtectedEvent
  extends CaptureElementEvent<ProtectedDetail>
  implements ProtectedDetail
{
  declare readonly captureId: string;
  declare readonly mode: Mode;
  declare readonly protectedBlob: Blob;
  declare readonly sealedAt: string;
  declare readonly restored: boolean;
  declare readonly delivery: number;
  declare readonly tags?: Tags;
  declare readonly source?: string;
  declare readonly shot?: string;
  readonly #awaited: Promise<unknown>[] = [];
  #pending = 0;
  /** Its callback is being called. */
  #isOpen = false;

  constructor(detail: ProtectedDetail) {
    super('protected', detail);
  }

  static {
    lifetimeOf = (event, callback) => {
      event.#isOpen = true;
      try {
        const returned = callback?.(event);
        // Whatever else a callback returns is nothing to wait for.
        if (isPromise(returned)) event.#await(returned);
      } catch (thrown) {
        if (event.#awaited.length === 0) throw thrown;
        reportError(thrown);
      } finally {
        event.#isOpen = false;
      }
      return event.#awaited.length > 0 ? event.#settle() : undefined;
    };
  }

  /**
   * Keeps the sealed file until the promise has resolved, as `ExtendableEvent.waitUntil` does: through a reload, a crash,
   * and days without a network. Where it rejects, or the page goes before, the event comes again, with the next
   * `delivery`: in this page after a pause, which grows from a second to five minutes, or in the next page. Throws an
   * `InvalidStateError` after the dispatch, unless an earlier promise is still pending.
   */
  waitUntil(promise: PromiseLike<unknown>): void {
    if (this.eventPhase === Event.NONE && !this.#isOpen && this.#pending === 0) {
      const message =
        'Call waitUntil while the event is dispatched, or while an earlier promise is pending.';
      throw new DOMException(message, 'InvalidStateError');
    }
    this.#await(promise);
  }

  #await(promise: unknown): void {
    this.#pending++;
    const awaited = Promise.resolve(promise).finally(() => this.#pending--);
    awaited.catch(() => undefined);
    this.#awaited.push(awaited);
  }

  /** Rejects as the first one did that failed, when none is pending any more. */
  async #settle(): Promise<void> {
    let failed: PromiseRejectedResult | undefined;
    for (let seen = 0; seen < this.#awaited.length;) {
      const results = await Promise.allSettled(this.#awaited.slice(seen));
      seen += results.length;
      failed ??= results.find((result) => result.status === 'rejected');
    }
    if (failed) throw failed.reason;
  }
}

/** A sealed file has reached the page's own storage (`deliver-to`, `delivery`). */
export class DeliveredEvent
  extends CaptureElementEvent<DeliveredDetail>
  implements DeliveredDetail
{
  declare readonly captureId: string;
  declare readonly mode: Mode;
  declare readonly location?: string;
  declare readonly tags?: Tags;
  declare readonly source?: string;
  declare readonly shot?: string;

  constructor(detail: DeliveredDetail) {
    super('delivered', detail);
  }
}

/** The detector has looked at a photo, which is kept back until a person has confirmed the plate. */
export class LicensePlateEvent
  extends CaptureElementEvent<LicensePlateDetail>
  implements LicensePlateDetail
{
  declare readonly captureId: string;
  declare readonly mode: 'image';
  declare readonly licensePlateInfo?: LicensePlateInfo;

  constructor(detail: LicensePlateDetail) {
    super('license-plate', detail);
  }
}

/** Sealing failed so that a person is needed, or an option cannot be used. See `code`. */
export class ProtectErrorEvent
  extends CaptureElementEvent<ProtectErrorDetail>
  implements ProtectErrorDetail
{
  declare readonly captureId: string;
  declare readonly mode?: Mode;
  declare readonly code: ErrorCode;
  declare readonly message: string;
  declare readonly retryable: boolean;
  declare readonly attempts: number;
  declare readonly willRetryAt?: string;
  declare readonly status?: number;

  constructor(detail: ProtectErrorDetail) {
    super('protect-error', detail);
  }
}

/** The browser has little room left; again only after it had enough in between. */
export class StorageLowEvent
  extends CaptureElementEvent<StorageLowDetail>
  implements StorageLowDetail
{
  declare readonly used: number;
  declare readonly left: number;

  constructor(detail: StorageLowDetail) {
    super('storage-low', detail);
  }
}

export interface PermissionChangeDetail {
  mode: Mode;
  permissionStatus: PermissionStatus;
}

/** `permissionStatus` of the element has changed. */
export class PermissionChangeEvent
  extends CaptureElementEvent<PermissionChangeDetail>
  implements PermissionChangeDetail
{
  declare readonly mode: Mode;
  declare readonly permissionStatus: PermissionStatus;

  constructor(detail: PermissionChangeDetail) {
    super('permission-change', detail);
  }
}

export interface FormStateChangeDetail {
  mode: Mode;
  /** Number of files that the form has from the element. */
  files: number;
  /** The element lets the form be sent. */
  valid: boolean;
  /** Why not, in words for the person; else empty. */
  validationMessage: string;
}

/** The element's validity in a form, or the number of files that the form has from it, has changed. */
export class FormStateChangeEvent
  extends CaptureElementEvent<FormStateChangeDetail>
  implements FormStateChangeDetail
{
  declare readonly mode: Mode;
  declare readonly files: number;
  declare readonly valid: boolean;
  declare readonly validationMessage: string;

  constructor(detail: FormStateChangeDetail) {
    super('formstatechange', detail);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    capture: CaptureEvent;
    captured: CaptureEvent;
    protected: ProtectedEvent;
    delivered: DeliveredEvent;
    'license-plate': LicensePlateEvent;
    'protect-error': ProtectErrorEvent;
    'permission-change': PermissionChangeEvent;
    'shots-complete': ShotsCompleteEvent;
    'storage-low': StorageLowEvent;
    formstatechange: FormStateChangeEvent;
  }
}
