import type {ErrorCode} from '../../model/errors.js';
import type {InspectionResult} from '../../model/inspection-result.js';

export interface InspectedDetail {
  /** Empty for a Blob without a name. */
  fileName: string;
  /** The answer of the inspection service. */
  result: InspectionResult;
}

/** A file was inspected and its verdict is shown. Bubbles and is composed. */
export class InspectedEvent extends CustomEvent<InspectedDetail> implements InspectedDetail {
  readonly fileName: string;
  readonly result: InspectionResult;

  constructor(detail: InspectedDetail) {
    super('inspected', {detail, bubbles: true, composed: true});
    this.fileName = detail.fileName;
    this.result = detail.result;
  }
}

export interface InspectErrorDetail {
  /** Empty for a Blob without a name. */
  fileName: string;
  code: ErrorCode;
  message: string;
  /** True when the same file may be inspected later without any other change. */
  retryable: boolean;
  /** HTTP status, where the service answered. */
  status?: number;
}

/** A file could not be inspected. Bubbles and is composed. */
export class InspectErrorEvent
  extends CustomEvent<InspectErrorDetail>
  implements InspectErrorDetail
{
  readonly fileName: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly status?: number;

  constructor(detail: InspectErrorDetail) {
    super('inspect-error', {detail, bubbles: true, composed: true});
    this.fileName = detail.fileName;
    this.code = detail.code;
    this.message = detail.message;
    this.retryable = detail.retryable;
    this.status = detail.status;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    inspected: InspectedEvent;
    'inspect-error': InspectErrorEvent;
  }
}
