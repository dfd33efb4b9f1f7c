import type {ErrorCode} from '../model/errors.js';
import type {Mode} from '../model/media-type.js';
import type {LicensePlateInfo} from '../model/capture-metadata.js';
import type {
  CaptureDetail,
  LicensePlateDetail,
  PermissionStatus,
  ProtectedDetail,
  ProtectErrorDetail,
  StorageLowDetail,
} from '../model/protection-config.js';

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

/** A picture or recording was made. Fires at once, before it is sealed. */
export class CaptureEvent extends CaptureElementEvent<CaptureDetail> implements CaptureDetail {
  declare readonly captureId: string;
  declare readonly mode: Mode;
  declare readonly blob: Blob;
  declare readonly capturedAt: string;
  declare readonly duration?: number;
  declare readonly missing?: number;
  declare readonly recovered?: true;

  constructor(detail: CaptureDetail) {
    super('capture', detail);
  }
}

/** A capture was sealed; once for each. */
export class ProtectedEvent
  extends CaptureElementEvent<ProtectedDetail>
  implements ProtectedDetail
{
  declare readonly captureId: string;
  declare readonly mode: Mode;
  declare readonly protectedBlob: Blob;
  declare readonly sealedAt: string;
  declare readonly restored: boolean;

  constructor(detail: ProtectedDetail) {
    super('protected', detail);
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

declare global {
  interface GlobalEventHandlersEventMap {
    capture: CaptureEvent;
    protected: ProtectedEvent;
    'license-plate': LicensePlateEvent;
    'protect-error': ProtectErrorEvent;
    'permission-change': PermissionChangeEvent;
    'storage-low': StorageLowEvent;
  }
}
