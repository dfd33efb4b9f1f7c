import type {Milliseconds} from '@sealed-capture/seal/model/units.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {isClosing} from '@sealed-capture/seal/model/job/job-set.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import type {StorageState} from '../../../ports/browser/storage-persistence.js';

const HOUR_MS = 3_600_000;
const RETENTION_HOURS = 24;
/** Largest accepted retention: ten years in hours. Invalid values count as not set. */
const MOST_HOURS = 87_600;

/** How long a delivered capture is listed, and a file that is kept after it. */
export const retentionOf = ({retention = RETENTION_HOURS}: ProtectionConfig): Milliseconds =>
  HOUR_MS * (retention >= 0 ? Math.min(retention, MOST_HOURS) : RETENTION_HOURS);

const PREVIEW_MEGABYTES = 50;
const MEGABYTE = 1_000_000;

/** Bytes for the previews of delivered photos; no list shows a closing record. Invalid values of the page count as not set. */
export function previewBudgetOf(
  job: Pick<Job, 'mode' | 'set'>,
  {previewBudget = PREVIEW_MEGABYTES}: ProtectionConfig,
  storage: StorageState | undefined,
): number {
  if (job.mode !== 'image' || isClosing(job) || storage?.isLow) return 0;
  return MEGABYTE * (previewBudget >= 0 ? previewBudget : PREVIEW_MEGABYTES);
}
