import type {InspectionClient} from '../../core/inspection-client.js';
import type {SealedCaptureError} from '../../model/errors.js';
import type {InspectionResult} from '../../model/inspection-result.js';

/** What asks the service. */
export type Inspecting = Pick<InspectionClient, 'inspect'>;

/** Where the inspector stands. */
export type Inspection =
  | {name: 'idle'}
  /** `share` of the file that was sent, 0 to 1; undefined while it is read. */
  | {name: 'working'; file: Blob; share?: number}
  | {name: 'done'; file: Blob; result: InspectionResult}
  /** `file` is absent where the page gave none. */
  | {name: 'failed'; file?: Blob; error: SealedCaptureError};
