import type {Milliseconds} from '@sealed-capture/seal/model/units.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';

const HOUR_MS = 3_600_000;
const RETENTION_HOURS = 24;
/** Largest accepted retention: ten years in hours. Invalid values count as not set. */
const MOST_HOURS = 87_600;

/** How long a delivered capture is listed, and a file that is kept after it. */
export const retentionOf = ({retention = RETENTION_HOURS}: ProtectionConfig): Milliseconds =>
  HOUR_MS * (retention >= 0 ? Math.min(retention, MOST_HOURS) : RETENTION_HOURS);
