import type {FileInspection, Inspections} from '../../core/inspection/inspections.js';
import type {View} from '../metadata/view.js';
import {isDone} from './inspection.js';
import {statesOf} from './intake/file-order.js';
import {spokenVerdict} from './verdict/verdict.js';

/**
 * What a screen reader says of the verdict, or of several files; undefined for a single file without one. A text for
 * each of several files would interrupt all the time.
 */
export function announcementOf(
  {files, isOpen}: Pick<Inspections, 'files' | 'isOpen'>,
  looked: FileInspection,
  view: View,
): string | undefined {
  if (files.length > 1) {
    return isOpen ? view.localize.term('checkingFiles', files.length) : summaryOf(files, view);
  }
  return isDone(looked) ? spokenVerdict(looked.progress.opinions, view) : undefined;
}

/** For example "12 files: 1 broken, 2 without a seal, 9 intact", worst first like the list. */
function summaryOf(files: readonly FileInspection[], {localize, format}: View): string {
  const counts = statesOf(files).map(({state, count}) => localize.term('filesIn', state, count));
  return localize.term(
    'filesSummary',
    localize.term('filesCount', files.length),
    format.list(counts),
  );
}
