import type {FileInspection, Inspections} from '../../core/inspection/inspections.js';
import type {VerifyMode} from '../../core/inspection/opinions.js';
import type {View} from '../metadata/view.js';
import {failureWords} from './failure.js';
import {summaryOf} from './intake/file-counts.js';
import {spokenVerdict} from './verdict/verdict.js';

/**
 * The text for screen readers: one sentence for each step. Upload progress, and a text for each file, would
 * interrupt all the time. `results` reports the last export.
 */
export function announcementOf(
  {files, looked, isOpen}: Pick<Inspections, 'files' | 'looked' | 'isOpen'>,
  verify: VerifyMode,
  results: {said(inspection: FileInspection): string | undefined} | undefined,
  view: View,
): string {
  if (!looked) return '';
  const {file, progress} = looked;
  const said = results?.said(looked);
  if (said) return said;
  if (files.length > 1) {
    return isOpen ? view.localize.term('checkingFiles', files.length) : summaryOf(files, view);
  }
  switch (progress.name) {
    case 'waiting':
    case 'working':
      return view.term('checking');
    case 'failed': {
      const {heading, help} = failureWords(progress.error, file, verify, view);
      return view.localize.term('problemSaid', heading, help);
    }
    case 'cancelled':
      return view.term('cancelledHelp');
    case 'done':
      return spokenVerdict(progress.opinions, view);
  }
}
