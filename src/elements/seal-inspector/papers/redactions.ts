import {html, nothing} from 'lit';
import {isText, list, object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {renderTime, type View} from '../../metadata/view.js';
import {visibleLines, visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {stateOf} from '../verdict/answer.js';
import {renderConfirmable} from '../verdict/confirmable.js';

const MOST = 50;

/** What one redaction removed: parts of the capture metadata by name, other assertions by label. */
function partsOf(redaction: Loose, {localize, format}: View): string {
  const sections = list(redaction['sections']).filter(isText);
  const labels = list(redaction['labels']).filter(isText);
  const names = sections.length > 0 ? sections.map((name) => localize.term('part', name)) : labels;
  return visibleText(format.list(names.slice(0, MOST)));
}

function renderOne(redaction: Loose, view: View) {
  const {localize, format} = view;
  const [by, when, note] = ['by', 'when', 'note'].map((name) => text(redaction[name]));
  const reason = text(redaction['reason']);
  return html`<li>
    <b>${partsOf(redaction, view)}</b>
    <span class="quiet">
      <bdi>${localize.term('takenOutBy', by && visibleText(by))}</bdi>${
        when ? html` · ${renderTime(format.time(when))}` : nothing
      }
    </span>
    ${reason ? html`<br /><bdi>${visibleText(localize.term('takenOutFor', reason))}</bdi>` : nothing}
    ${note ? html`<br /><q><bdi>${visibleLines(note)}</bdi></q>` : nothing}
  </li>`;
}

/** Renders what was redacted from the seal, by whom, and why; nothing if nothing was redacted. */
export function renderRedactions(answer: Loose, view: View) {
  const redactions = list(answer['redactions'])
    .map(object)
    .filter((one) => one !== undefined)
    .slice(0, MOST);
  if (redactions.length === 0) return nothing;
  return renderConfirmable(
    'redactions',
    stateOf(answer) === 'valid',
    html`<ul class="steps plain">
      ${redactions.map((one) => renderOne(one, view))}
    </ul>`,
    view,
  );
}
