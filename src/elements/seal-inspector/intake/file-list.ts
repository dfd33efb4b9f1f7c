import {html, nothing, type TemplateResult} from 'lit';
import {guard} from 'lit/directives/guard.js';
import type {FileInspection, Inspections} from '../../../core/inspection/inspections.js';
import type {View} from '../../metadata/view.js';
import {stateIn} from './file-state.js';
import {classOf, renderFileRow} from './file-row.js';
import type {FileTools} from './file-tools.js';
import type {CaseButton} from '../case/case-button.js';
import type {OutcomeInSight} from '../outcome-in-sight.js';
import type {Sets} from '../sets/sets.js';
import type {SignalsPanel} from '../signals/signals-panel.js';

/**
 * Renders the files that were given at once, in the chosen order. A listbox whose selection follows the focus (ARIA
 * Authoring Practices): one stop for Tab, arrows within, Delete removes a file. Actions on one file are beside its
 * result.
 */
export function renderFiles(
  inspections: Inspections,
  outcome: OutcomeInSight,
  tools: FileTools,
  report: CaseButton,
  view: View,
  {signals, sets}: {signals: SignalsPanel; sets: Sets},
): TemplateResult {
  const {files, looked} = inspections;
  const shown = tools.shown(files);
  const isShown = looked && shown.includes(looked);
  const {term} = view;
  const has = (...names: string[]) => files.some(({progress}) => names.includes(progress.name));
  const button = (
    shown: boolean,
    words: 'cancelAll' | 'retryFailed' | 'startOver',
    onClick: () => void,
  ) =>
    shown
      ? html`<button class="button" type="button" @click=${onClick}>${term(words)}</button>`
      : nothing;
  const renderRow = (file: FileInspection, index: number) => {
    const state = stateIn(file);
    const isLooked = file === looked;
    // Each progress of one of hundreds of files draws the list, but anew only the row that has changed.
    const words = view.localize.term('fileState', state);
    return html`<li
      role="option"
      class=${classOf(state)}
      aria-selected=${isLooked}
      aria-keyshortcuts="Delete"
      tabindex=${isLooked || (!isShown && index === 0) ? 0 : -1}
      data-id=${file.id}
    >
      ${guard([file.progress, tools.pictures.of(file.file), view.format.locale, words], () => renderFileRow(file, state, tools.pictures, view))}
      ${tools.mark(file, view)}
    </li>`;
  };
  const choose = (id: number) => {
    tools.keepLooked();
    inspections.show(id);
  };
  const show = (id: number) => {
    choose(id);
    outcome.keepFocus();
  };
  const open = (id: number) => {
    show(id);
    outcome.showLooked();
    tools.pager.open();
  };
  const startOver = () => {
    inspections.clear();
    report.begin();
    outcome.keepFocus();
  };
  const onKeydown = (event: KeyboardEvent) => {
    const index = looked ? shown.indexOf(looked) : -1;
    // On Apple keyboards, the key labelled "delete" is Backspace.
    if (looked && isShown && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      const next = shown[index + 1] ?? shown[index - 1];
      tools.keepLooked();
      inspections.remove(looked.id);
      if (next) inspections.show(next.id);
      return outcome.keepFocus();
    }
    if (looked && isShown && event.key === 'Enter') {
      event.preventDefault();
      return open(looked.id);
    }
    const target = {ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: shown.length - 1}[
      event.key
    ];
    const file = target === undefined ? tools.typed(event, shown, looked, view) : shown[target];
    if (target === undefined && !file) return;
    event.preventDefault();
    if (file) show(file.id);
  };
  const onClick = ({target}: Event) => {
    const row = target instanceof Element && target.closest<HTMLElement>('[data-id]');
    if (row) open(Number(row.dataset['id']));
  };
  const turnTo = ({id}: FileInspection) => {
    choose(id);
    outcome.showLooked();
  };
  const openNamed = (id: number) => {
    choose(id);
    outcome.showLooked();
    tools.pager.open();
  };
  return html`<section
      class="files ${tools.pager.isOpen ? 'opened' : ''}"
      part="files"
      aria-labelledby="files"
    >
      <h2 id="files">${view.localize.term('filesCount', files.length)}</h2>
      ${sets.render(openNamed, view)} ${signals.render(files, openNamed, view)}
      ${tools.renderOrder(files, view)}
      <ul
        class="panel"
        part="list"
        role="listbox"
        aria-labelledby="files"
        @keydown=${onKeydown}
        @click=${onClick}
      >
        ${shown.map(renderRow)}
      </ul>
      <div class="buttons">
        ${button(has('waiting', 'working'), 'cancelAll', () => inspections.cancel())}
        ${button(has('failed', 'cancelled'), 'retryFailed', () => inspections.retry())}
        ${report.render(tools.inOrder(files), {remarks: (some) => signals.remarks(some, view), sets: () => sets.inCase()}, view)}
        ${tools.renderSave(files, view)} ${button(true, 'startOver', startOver)}
      </div>
      ${tools.renderSaid(view)} ${report.renderSaid(view)}
    </section>
    ${tools.pager.render(shown, looked, turnTo, () => outcome.keepFocus(), view)}`;
}
