import {handedOver, withoutFile, type Job} from '@sealed-capture/seal/model/job/job.js';
import type {HandOverRecord} from '../../ports/captures/capture-store.js';

/** The job after its hand-over; undefined if it is not sealed, or was handed over before. */
export function afterHandOver(job: Job, record: HandOverRecord): Job | undefined {
  const {next} = record;
  const {name} = job.state;
  const isDue = name === 'sealed' || (name === 'delivering' && next.name === 'delivered');
  if (!isDue) return undefined;
  const after = handedOver(job, record.now, next);
  return endsFile(record) ? withoutFile(after) : after;
}

/** True if the file is neither to be sent nor kept for the page. */
export const endsFile = ({now, next}: HandOverRecord): boolean =>
  next.name === 'delivered' && next.keptUntil <= now;
