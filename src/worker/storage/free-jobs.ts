import {isUnanswered} from '../../model/errors.js';
import {isClaimable, LEASE_MS, type Job} from '../../model/job.js';
import type {Claim} from '../../ports/worker-channel/media-worker-calls.js';

/**
 * True when the claiming visit may seal the job. A visit seals its own captures, because its elements wait for
 * them; those of visits that are over are free at once, and those of a visit that lets them lie, after a lease.
 */
export function isFree(job: Job, {owner, ended, now, running, hastened}: Claim): boolean {
  if (running?.includes(job.captureId)) return false;
  if (job.state.name === 'sealing' && ended.includes(job.state.owner)) return true;
  const isHastened =
    hastened?.includes(job.captureId) &&
    job.state.name === 'waiting' &&
    isUnanswered(job.state.failure?.code);
  if (!isHastened && !isClaimable(job, now)) return false;
  if (job.visit === owner || ended.includes(job.visit)) return true;
  return job.state.name === 'sealing' || isClaimable(job, now - LEASE_MS);
}
