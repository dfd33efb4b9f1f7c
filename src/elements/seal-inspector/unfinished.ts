import type {TemplateResult} from 'lit';
import type {FileInspection, InspectionProgress} from '../../core/inspection/inspections.js';
import type {VerifyMode} from '../../core/inspection/opinions.js';
import type {View} from '../metadata/view.js';
import {failureWords} from './failure.js';
import {renderFailure, renderWorking, stepWords} from './panels.js';

interface UnfinishedHandlers {
  onRetry: () => void;
  onCheckHere: () => void;
  onCancel: () => void;
}

/** Renders a file without a verdict: its progress, or its failure. `isHeld`: the service asked for a pause. */
export function renderUnfinished(
  file: Blob,
  progress: Exclude<InspectionProgress, {name: 'done'}>,
  isHeld: boolean,
  verify: VerifyMode,
  handlers: UnfinishedHandlers,
  view: View,
): TemplateResult {
  const working = (words: string, share?: number) =>
    renderWorking(words, share, handlers.onCancel, view);
  switch (progress.name) {
    case 'waiting':
      return working(view.term(isHeld ? 'filesHeld' : 'waitsForOthers'));
    case 'working':
      return working(stepWords(progress, view), progress.share);
    case 'failed':
      return renderFailure(
        failureWords(progress.error, file, progress.verify ?? verify, view),
        handlers,
        view,
      );
    case 'cancelled': {
      const words = {heading: view.term('cancelled'), help: view.term('cancelledHelp')};
      return renderFailure({...words, canRetry: true, canCheckHere: false}, handlers, view);
    }
  }
}

/** What a screen reader says of a file without a verdict: one sentence for each step, none for each share of an upload. */
export function spokenProgress(
  {file, progress}: FileInspection,
  verify: VerifyMode,
  view: View,
): string {
  switch (progress.name) {
    case 'waiting':
    case 'working':
    // Its verdict is said once the code for results is there.
    case 'done':
      return view.term('checking');
    case 'failed': {
      const {heading, help} = failureWords(progress.error, file, verify, view);
      return view.localize.term('problemSaid', heading, help);
    }
    case 'cancelled':
      return view.term('cancelledHelp');
  }
}
