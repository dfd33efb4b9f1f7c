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
  declare readonly fileName: string;
  declare readonly result: InspectionResult;

  constructor(detail: InspectedDetail) {
    super('inspected', {detail, bubbles: true, composed: true});
    Object.assign(this, detail);
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
  declare readonly fileName: string;
  declare readonly code: ErrorCode;
  declare readonly message: string;
  declare readonly retryable: boolean;
  declare readonly status?: number;

  constructor(detail: InspectErrorDetail) {
    super('inspect-error', {detail, bubbles: true, composed: true});
    Object.assign(this, detail);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    inspected: InspectedEvent;
    'inspect-error': InspectErrorEvent;
  }
}
