import type {FileInspection} from '../../core/inspection/inspections.js';
import type {Opinions} from '../../core/inspection/opinions.js';
import type {ErrorCode} from '@sealed-capture/seal/model/errors.js';
import {isRetryable} from '@sealed-capture/seal/model/errors/retryable.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {ElementEvent} from '../options/element-event.js';
import {nameOf} from './intake/file-name.js';

/**
 * `result` is the one that is shown, `service` and `local` those of the verifiers that were asked, `differences` is
 * set if they differ, and `unanswered` names the one of two that failed.
 */
export interface InspectedDetail extends Omit<Opinions, 'url' | 'trustAnchors'> {
  /** Empty for a Blob without a name. */
  fileName: string;
  file: Blob;
}

/** A file was inspected. */
export class InspectedEvent extends ElementEvent<InspectedDetail> implements InspectedDetail {
  declare readonly fileName: string;
  declare readonly file: Blob;
  declare readonly result: InspectionResult;
  declare readonly service?: InspectionResult;
  declare readonly local?: InspectionResult;
  declare readonly differences?: Opinions['differences'];
  declare readonly unanswered?: Opinions['unanswered'];

  constructor(detail: InspectedDetail) {
    super('inspected', detail);
  }
}

export interface InspectErrorDetail {
  /** Empty for a Blob without a name. */
  fileName: string;
  /** The file as it was given. Empty if none came from `source`. */
  file: Blob;
  code: ErrorCode;
  message: string;
  /** True if the same file may be inspected later without any other change. */
  retryable: boolean;
  /** HTTP status, if the service answered, or the site of `source` with an error. */
  status?: number;
}

/** A file could not be inspected. */
export class InspectErrorEvent
  extends ElementEvent<InspectErrorDetail>
  implements InspectErrorDetail
{
  declare readonly fileName: string;
  declare readonly file: Blob;
  declare readonly code: ErrorCode;
  declare readonly message: string;
  declare readonly retryable: boolean;
  declare readonly status?: number;

  constructor(detail: InspectErrorDetail) {
    super('inspect-error', detail);
  }
}

/** The event for a file; undefined while there is nothing to report. */
export function eventOf({
  file,
  progress,
}: FileInspection): InspectedEvent | InspectErrorEvent | undefined {
  const fileName = nameOf(file);
  if (progress.name === 'done') {
    const {result, service, local, differences, unanswered} = progress.opinions;
    const said = {result, service, local, differences, unanswered};
    return new InspectedEvent({fileName, file, ...said});
  }
  if (progress.name !== 'failed') return undefined;
  const {code, message, status} = progress.error;
  const retryable = isRetryable(code);
  return new InspectErrorEvent({fileName, file, code, message, retryable, status});
}

declare global {
  interface GlobalEventHandlersEventMap {
    inspected: InspectedEvent;
    'inspect-error': InspectErrorEvent;
  }
}
