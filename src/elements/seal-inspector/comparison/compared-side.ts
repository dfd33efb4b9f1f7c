import {html, type TemplateResult} from 'lit';
import type {FileInspection} from '../../../core/inspection/inspections.js';
import {object} from '@sealed-capture/seal/model/json/loose-json.js';
import type {View} from '../../metadata/view.js';
import type {Localize} from '../../strings/localize.js';
import {stateIn} from '../intake/file-state.js';
import {classOf, stateIcons} from '../intake/file-row.js';
import {isPicture, kindOf, renderDoubt} from '../preview/preview.js';
import {renderSandbox} from '../verdict/sandbox.js';
import type {StagedFile} from '../viewer/staged-file.js';
import {renderState} from '../viewer/view-buttons.js';

/** What is compared: a file of the list, or the picture of the shown file's source, which its seal holds. */
export type Compared = {name: 'file'; inspection: FileInspection} | {name: 'source'; picture: Blob};

export type Pair = readonly [Compared, Compared];

/** Renders one side of a comparison: what it is, its verdict, and its picture or kind. */
export function renderSide(
  side: Compared,
  index: number,
  name: string,
  staged: StagedFile | undefined,
  say: Localize,
  view: View,
): TemplateResult {
  if (side.name === 'source') {
    return html`<figure class="side" data-index=${index}>
      <figcaption><span class="name">${name}</span></figcaption>
      <div class="frame">
        ${staged?.stage.render(name)} ${staged && renderState(staged.state, say)}
      </div>
    </figure>`;
  }
  const {inspection} = side;
  const {file, progress} = inspection;
  const state = stateIn(inspection);
  const answer = (progress.name === 'done' && object(progress.opinions.result)) || {};
  return html`<figure class="side" data-index=${index}>
    <figcaption>
      <bdi class="name">${name}</bdi>
      <span class="state ${classOf(state)}"
        >${stateIcons[state]()} ${view.localize.term('fileState', state)}</span
      >
    </figcaption>
    ${
      isPicture(file)
        ? html`<div class="frame">
              ${staged?.stage.render(`${name}. ${view.term('preview')}`)}
              ${staged && renderState(staged.state, say)}
            </div>
            ${renderDoubt('unconfirmedPicture', answer, view)} ${renderSandbox(answer, view)}`
        : html`<div class="frame kind">
            <b><bdi>${kindOf(file)}</bdi></b>
          </div>`
    }
  </figure>`;
}

/** The picture of a side; undefined for a file of another kind. */
export function pictureOf(side: Compared): Blob | undefined {
  if (side.name === 'source') return side.picture;
  const {file} = side.inspection;
  return isPicture(file) ? file : undefined;
}

/** Both files; none if one side is the picture of a source, which has no values of its own. */
export function filesOf(pair: Pair): FileInspection[] {
  const files = pair.flatMap((side) => (side.name === 'file' ? [side.inspection] : []));
  return files.length === pair.length ? files : [];
}
