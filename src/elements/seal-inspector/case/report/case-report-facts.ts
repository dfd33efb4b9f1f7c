import {html, nothing, type TemplateResult} from 'lit';
import {visibleLines, visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {View} from '../../../metadata/view.js';
import type {ReportedFile, TrustList} from '../case-gathered.js';
import type {CaseNotes} from '../case-notes.js';

/** A hash in groups, which a person compares one by one; in every language from left to right. */
export const renderHash = (sha256: string | undefined): TemplateResult | typeof nothing =>
  sha256 ? html`<code>${sha256.replace(/.{8}(?=.)/g, '$& ')}</code>` : nothing;

/** A line of a list of facts; nothing without a value. */
export const renderFact = (label: string, value: unknown) =>
  value === '' || value === nothing
    ? nothing
    : html`<div class="row">
        <dt>${label}</dt>
        <dd>${value}</dd>
      </div>`;

export const foreign = (text: string) =>
  text === '' ? nothing : html`<bdi>${visibleText(text)}</bdi>`;

/** What a person has written in several lines. */
export const renderNote = (text: string) =>
  text.trim() === '' ? nothing : html`<bdi class="note">${visibleLines(text.trim())}</bdi>`;

/** By which services, or in this browser. */
export function verifiersOf(files: readonly ReportedFile[], {localize, format}: View): string {
  const used = files.flatMap(({entry, host}) => {
    const {service, local} = entry.inspection.progress.opinions;
    return [service ? host : '', local ? localize.term('thisBrowser') : ''];
  });
  return format.list([...new Set(used)].filter((name) => name !== ''));
}

/** The trust lists of this browser, and that the services have their own. */
export function renderTrustLists(
  files: readonly ReportedFile[],
  lists: readonly TrustList[],
  {localize}: View,
) {
  const hosts = files.flatMap(({entry, host}) =>
    entry.inspection.progress.opinions.service ? [host] : [],
  );
  const lines = [
    ...lists.map(({isInterim, sha256, certificates}) => {
      // A hash is not broken by a sentence that is read from right to left.
      const [before = '', after = ''] = localize
        .term(isInterim ? 'caseTrustInterim' : 'caseTrust', certificates, '\ue000')
        .split('\ue000');
      return html`${before}${renderHash(sha256)}${after}`;
    }),
    ...[...new Set(hosts)].map((host) => localize.term('caseTrustOf', host)),
  ];
  return lines.length === 0
    ? nothing
    : html`<ul>
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>`;
}

/** Who has checked the files, as a person has written it. */
export function renderPerson({checkedBy, role}: CaseNotes) {
  const [name, task] = [foreign(checkedBy), foreign(role)];
  if (name === nothing) return task;
  return task === nothing ? name : html`${name} · ${task}`;
}
