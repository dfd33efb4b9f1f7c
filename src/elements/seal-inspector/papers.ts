import {html, nothing, type TemplateResult} from 'lit';
import {words, type Field} from '../metadata/fields.js';
import {time} from '../metadata/time.js';
import {number, object, type Loose} from '../metadata/loose.js';
import {renderValue, type View} from '../metadata/view.js';
import {visibleText} from '../metadata/visible-text.js';
import {bytes} from './format.js';

const certificateFields: readonly Field[] = [
  words('signedBy'),
  words('issuedBy'),
  time('validFrom'),
  time('validTo'),
];

const fileFields: readonly Field[] = [
  words('name'),
  words('type'),
  {
    label: 'size',
    show: ({size}, {format}) => bytes(format, number(size) ?? 0),
  },
];

/** Certificate and file, for those who want to look closer. */
export function renderPapers(answer: Loose, file: Blob, view: View): TemplateResult {
  const {name, type, size} = file as Blob & {name?: unknown};
  const signature = object(answer['signature']) ?? {};
  return html`<section class="cards" part="papers">
    ${renderFields('certificate', signature, certificateFields, view)}
    ${renderFields('file', {name, type, size}, fileFields, view)}
  </section>`;
}

function renderFields(
  title: 'certificate' | 'file',
  section: Loose,
  fields: readonly Field[],
  view: View,
) {
  const rows = fields.flatMap((field) => {
    const shown = field.show(section, view);
    return shown ? [renderValue(view.term(field.label), shown, view)] : [];
  });
  if (rows.length === 0) return nothing;
  return html`<article class="card panel" part="card">
    <h3>${view.term(title)}</h3>
    <dl>${rows}</dl>
  </article>`;
}

/** The answer as it came. */
export const jsonOf = (answer: Loose): string => JSON.stringify(answer, null, 2);

export const copyWords = (copied: boolean) => (copied ? 'copied' : 'notCopied');

/** The answer as text, with a button that copies it by `onCopy`; `copied` tells how that went. */
export function renderJson(
  answer: Loose,
  onCopy: () => Promise<void>,
  copied: boolean | undefined,
  {term}: View,
): TemplateResult {
  return html`<details class="json" part="json">
    <summary>${term('json')}</summary>
    <div>
      <button class="button" type="button" @click=${onCopy}>${term('copy')}</button>
      ${copied === undefined ? nothing : html`<span class="quiet">${term(copyWords(copied))}</span>`}
    </div>
    <pre
      class="panel"
      tabindex="0"
      role="region"
      aria-label=${term('json')}
      .textContent=${visibleText(jsonOf(answer))}
    ></pre>
  </details>`;
}
