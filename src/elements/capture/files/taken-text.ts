import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {Localize} from '../../strings/localize.js';

type Photo = Pick<CaptureSummary, 'capturedAt' | 'imported'>;

/** When a photo was taken; of one that was chosen, when that was, and that it was not taken here. */
export const takenText = ({capturedAt, imported}: Photo, say: Localize): string =>
  say.term(imported ? 'chosenAt' : 'viewerTaken', say.time(capturedAt));
