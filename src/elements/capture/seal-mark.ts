import {html, type TemplateResult} from 'lit';
import type {CaptureSummary} from '../../core/queue/queue-client.js';
import {checkIcon, clockIcon, exclamationIcon, ringIcon} from '../icons.js';
import type {Standing} from '../strings/states.js';
import type {Localize} from '../strings/localize.js';
import {standingOf} from './seal-state.js';

const arc = () => html`<i class="arc"></i>`;

/** State and icon for each. A file that is to be uploaded gets its tick when it is. */
const marks: Record<Standing, [state: Standing, icon: () => TemplateResult]> = {
  held: ['held', ringIcon],
  misconfigured: ['waiting', exclamationIcon],
  'awaits-plate': ['held', ringIcon],
  sealing: ['sealing', arc],
  waiting: ['waiting', clockIcon],
  unanswered: ['waiting', clockIcon],
  delayed: ['waiting', clockIcon],
  sealed: ['sealed', checkIcon],
  delivering: ['sealing', arc],
  undelivered: ['waiting', clockIcon],
  'not-uploaded': ['failed', exclamationIcon],
  uploaded: ['sealed', checkIcon],
  failed: ['failed', exclamationIcon],
};

/** How a state is shown: the kind of mark, and its icon. */
export function iconOf(standing: Standing) {
  const [state, icon] = marks[standing];
  return {state, icon: icon()};
}

export type Mark = ReturnType<typeof markOf>;

/**
 * The state of a capture as a mark and as words. The title says when it was made and, separately, when it was
 * sealed.
 */
export function markOf({progress, mode, capturedAt}: CaptureSummary, say: Localize) {
  const standing = standingOf(progress);
  const label = say.term('captureStands', standing, mode);
  const sealed = 'sealedAt' in progress ? say.time(progress.sealedAt) : '';
  const title = `${label}\n${say.term('captureTimes', say.time(capturedAt), sealed, mode)}`;
  return {standing, ...iconOf(standing), label, title};
}
