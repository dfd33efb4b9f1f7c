import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {Failures} from '../failures/failures.js';
import type {LatePart} from '../../late-part.js';

/** The part that deletes captures. A person can undo a deletion for a while. */
export type Deleting = Pick<LatePart<Failures>, 'load' | 'part'>;

/** The captures without those that are to be deleted, and those that a person is asked about. */
export const listed = (
  captures: readonly CaptureSummary[],
  failures: Pick<Failures, 'isGoing'> | undefined,
): readonly CaptureSummary[] =>
  captures.filter(
    ({captureId, progress}) =>
      !failures?.isGoing(captureId) && !(progress.name === 'held' && progress.awaits === 'review'),
  );

export const isSealed = ({progress}: CaptureSummary): boolean => 'sealedAt' in progress;
