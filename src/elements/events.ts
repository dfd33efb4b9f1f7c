import type {ErrorCode} from '@sealed-capture/seal/model/errors.js';
import {isPromise} from '@sealed-capture/seal/model/json/record.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import type {
  Imported,
  LicensePlateInfo,
  Tags,
} from '@sealed-capture/seal/model/capture-metadata.js';
import type {
  CaptureDetail,
  DeliveredDetail,
  LicensePlateDetail,
  PermissionStatus,
  ProtectedDetail,
  ProtectErrorDetail,
  StorageLowDetail,
} from '@sealed-capture/seal/model/protection-config.js';
import {ElementEvent} from './options/element-event.js';
import type {JobDoneEvent, ShotsCompleteEvent} from './capture-image/shots/job-events.js';
import type {FillChangeEvent} from './capture-image/fill/fill-change-event.js';
import type {Seconds} from '@sealed-capture/seal/model/units.js';

/**
 * A picture or recording was made. Dispatched at once, before it is sealed, as `capture`; then, with the same
 * fields, as `captured`, for frameworks that treat a listener for `capture` as one for the capture phase.
 */
export class CaptureEvent extends ElementEvent<CaptureDetail> implements CaptureDetail {
  declare readonly captureId: string;
  declare readonly mode: Mode;
  declare readonly blob: Blob;
  declare readonly capturedAt: string;
  declare readonly duration?: Seconds;
  declare readonly missing?: Seconds;
  declare readonly recovered?: true;
  declare readonly tags?: Tags;
  declare readonly source?: string;
  declare readonly shot?: string;
  declare readonly imported?: Imported;

  constructor(detail: CaptureDetail, type: 'capture' | 'captured' = 'capture') {
    super(type, detail);
  }
}

/**
 * Calls the callback. Returns a promise for everything that the event was asked to wait for, including the promise
 * that the callback returned; undefined if there is nothing. An exception of the callback is thrown only in that
 * case.
 */
export let lifetimeOf: (
  event: ProtectedEvent,
  callback?: (event: ProtectedEvent) => unknown,
) => Promise<void> | undefined;

/**
 * A capture was sealed. Dispatched once for each capture, and again whenever the work that a listener asked to wait
 * for failed or was interrupted.
 */
export class ProtectedEvent extends ElementEvent<ProtectedDetail> implements ProtectedDetail {
  declare readonly captureId: string;
  declare readonly mode: Mode;
  declare readonly protectedBlob: Blob;
  declare readonly sealedAt: string;
  declare readonly restored: boolean;
  declare readonly delivery: number;
  declare readonly tags?: Tags;
  declare readonly source?: string;
  declare readonly shot?: string;
  declare readonly imported?: Imported;
  declare readonly closes?: string;
  readonly #awaited: Promise<unknown>[] = [];
  #pending = 0;
  /** True while its callback runs. */
  #isOpen = false;

  constructor(detail: ProtectedDetail) {
    super('protected', detail);
  }

  static {
    lifetimeOf = (event, callback) => {
      event.#isOpen = true;
      try {
        const returned = callback?.(event);
        // Other return values of a callback are ignored.
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
   * Keeps the sealed file until the promise has resolved, like `ExtendableEvent.waitUntil`: through a reload, a
   * crash, and days without a network. If the promise rejects, or the page closes before, the event is dispatched
   * again with the next `delivery`: in this page after a pause, which grows from a second to five minutes, or in
   * the next page. Throws an `InvalidStateError` after the dispatch, unless an earlier promise is still pending.
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

  /** Settles when no promise is pending any more; rejects with the first rejection. */
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
export class DeliveredEvent extends ElementEvent<DeliveredDetail> implements DeliveredDetail {
  declare readonly captureId: string;
  declare readonly mode: Mode;
  declare readonly location?: string;
  declare readonly tags?: Tags;
  declare readonly source?: string;
  declare readonly shot?: string;
  declare readonly imported?: Imported;
  declare readonly closes?: string;

  constructor(detail: DeliveredDetail) {
    super('delivered', detail);
  }
}

/** The detector has finished with a photo, which is held until a person has confirmed the license plate. */
export class LicensePlateEvent
  extends ElementEvent<LicensePlateDetail>
  implements LicensePlateDetail
{
  declare readonly captureId: string;
  declare readonly mode: 'image';
  declare readonly licensePlateInfo?: LicensePlateInfo;

  constructor(detail: LicensePlateDetail) {
    super('license-plate', detail);
  }
}

/** A capture was not sealed and needs a person, or none was made. See `code`. */
export class ProtectErrorEvent
  extends ElementEvent<ProtectErrorDetail>
  implements ProtectErrorDetail
{
  declare readonly captureId: string;
  declare readonly mode: Mode;
  declare readonly code: ErrorCode;
  declare readonly message: string;
  declare readonly retryable: boolean;
  declare readonly attempts: number;
  declare readonly willRetryAt?: string;
  declare readonly status?: number;
  declare readonly closes?: string;

  constructor(detail: ProtectErrorDetail) {
    super('protect-error', detail);
  }
}

/** The browser has little room left. Dispatched again only after there was enough in between. */
export class StorageLowEvent extends ElementEvent<StorageLowDetail> implements StorageLowDetail {
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
  extends ElementEvent<PermissionChangeDetail>
  implements PermissionChangeDetail
{
  declare readonly mode: Mode;
  declare readonly permissionStatus: PermissionStatus;

  constructor(detail: PermissionChangeDetail) {
    super('permission-change', detail);
  }
}

export interface VisibilityChangeDetail {
  mode: Mode;
  /** False while a recording goes on and nobody sees its element. */
  visible: boolean;
}

/** A recording goes on although nobody sees its element, or does so no longer. */
export class VisibilityChangeEvent
  extends ElementEvent<VisibilityChangeDetail>
  implements VisibilityChangeDetail
{
  declare readonly mode: Mode;
  declare readonly visible: boolean;

  constructor(detail: VisibilityChangeDetail) {
    super('visibility-change', detail);
  }
}

export interface FormStateChangeDetail {
  mode: Mode;
  /** Number of files that the form gets from the element. */
  files: number;
  /** True if the element allows the form to be sent. */
  valid: boolean;
  /** Why not, as a sentence for the person; otherwise empty. */
  validationMessage: string;
}

/** The element's validity in a form, or the number of its files, has changed. */
export class FormStateChangeEvent
  extends ElementEvent<FormStateChangeDetail>
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
    'fill-change': FillChangeEvent;
    'shots-complete': ShotsCompleteEvent;
    'job-done': JobDoneEvent;
    'storage-low': StorageLowEvent;
    'visibility-change': VisibilityChangeEvent;
    formstatechange: FormStateChangeEvent;
  }
}
