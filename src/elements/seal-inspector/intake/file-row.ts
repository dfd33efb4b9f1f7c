import {html, nothing, type TemplateResult} from 'lit';
import type {FileInspection} from '../../../core/inspection/inspections.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {View} from '../../metadata/view.js';
import {clockIcon, exclamationIcon, retryIcon} from '../../icons.js';
import {minusIcon, sealExclamationIcon} from '../../later-icons.js';
import type {FileState} from '../../strings/states.js';
import {failureWords} from '../failure.js';
import {isChosen} from '@sealed-capture/seal/model/inspection/chosen.js';
import {object, objectAt, textAt} from '@sealed-capture/seal/model/json/loose-json.js';
import {sandboxWords} from '../verdict/sandbox.js';
import {stateOf} from '../verdict/answer.js';
import {shortened} from '../text.js';
import {reasonIn, termOfSigning, verdictIcons} from '../verdict/verdict.js';
import {nameOf} from './file-name.js';
import {kindOf} from '../preview/preview.js';
import type {RowPictures} from './row-pictures.js';

/** A different shape for each state. */
export const stateIcons: Record<FileState, () => TemplateResult> = {
  ...verdictIcons,
  sandbox: sealExclamationIcon,
  failed: exclamationIcon,
  cancelled: minusIcon,
  working: retryIcon,
  waiting: clockIcon,
};

/** The class that colours a state. The panel of a file in progress has the names of the others. */
export const classOf = (state: FileState): string =>
  state === 'working' || state === 'waiting' ? '' : state;

/** The name under which a file is listed. */
export const listedName = ({file}: FileInspection, {term}: View): string =>
  visibleText(nameOf(file)) || term('unnamed');

/** Renders what a row says of its file: picture, name, state with the reason in one line, signer and time. */
export function renderFileRow(
  inspection: FileInspection,
  state: FileState,
  pictures: RowPictures,
  view: View,
): TemplateResult {
  const {file, progress} = inspection;
  const {reason, signing} = saidOf(progress, file, view);
  const chosen = progress.name === 'done' && isChosen(object(progress.opinions.result) ?? {});
  return html`<span class="thumb">
      <span aria-hidden="true">${kindOf(file)}</span>${pictures.of(file)} ${stateIcons[state]()}
    </span>
    <span class="about">
      <bdi class="file">${listedName(inspection, view)}</bdi>
      <span class="fact">
        <span class="state">${view.localize.term('fileState', state)}</span>
        ${reason ? html`<span class="quiet" title=${reason}>· <bdi>${reason}</bdi></span>` : nothing}
      </span>
      ${chosen ? html`<span class="fact quiet">${view.term('csvChosen')}</span>` : nothing}
      ${signing ? html`<span class="fact quiet" title=${signing}><bdi>${signing}</bdi></span>` : nothing}
    </span>`;
}

/** The reason, and who signed when; empty where there is nothing to say. */
function saidOf(
  progress: FileInspection['progress'],
  file: Blob,
  view: View,
): {reason: string; signing: string} {
  switch (progress.name) {
    case 'done': {
      const {opinions} = progress;
      const answer = object(opinions.result) ?? {};
      const reason = sandboxWords(answer, view) || reasonIn(opinions, view);
      return {reason, signing: signingOf(answer, view)};
    }
    case 'failed':
      return {reason: failureWords(progress.error, file, 'service', view).heading, signing: ''};
    default:
      return {reason: '', signing: ''};
  }
}

/** Signer and time; empty if the seal names neither. Only a valid seal confirms them. */
function signingOf(answer: Loose, {localize, format}: View): string {
  const state = stateOf(answer);
  const [signer, stamp] = ['signedBy', 'timestamp'].map((key) =>
    textAt(objectAt(answer, 'signature'), key),
  );
  if (state === 'none' || !(signer || stamp)) return '';
  const name = signer && shortened(visibleText(signer));
  const time = stamp && format.time(stamp).value;
  return localize.term(termOfSigning(state, answer, !!time), name, time || undefined);
}
