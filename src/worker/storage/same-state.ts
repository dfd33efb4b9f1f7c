import type {JobState} from '@sealed-capture/seal/model/job/job.js';

/** True when the job is unchanged since `expected` was read: compare-and-set without a version field. */
export function isSameState(stored: JobState, expected: JobState): boolean {
  if (stored.name !== expected.name) return false;
  switch (stored.name) {
    case 'sealing':
      return (
        expected.name === 'sealing' &&
        stored.owner === expected.owner &&
        stored.leaseUntil === expected.leaseUntil
      );
    case 'waiting':
      return (
        expected.name === 'waiting' &&
        stored.dueAt === expected.dueAt &&
        !stored.asked === !expected.asked
      );
    case 'held':
      return expected.name === 'held' && stored.awaits === expected.awaits;
    case 'sealed':
    case 'delivering':
    case 'delivered':
    case 'failed':
      return true;
  }
}
