import {html, nothing, type TemplateResult} from 'lit';
import type {FactsState} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {SealContents} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {words, type Field, type Words} from '../../metadata/fields.js';
import {time} from '../../metadata/fields.js';
import {number, object} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {renderValue} from '../../metadata/rows.js';
import type {View} from '../../metadata/view.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {renderCopyButton} from '../../copy-button.js';
import {isSameType} from '../intake/media-types.js';
import {stateOf} from '../verdict/answer.js';
import {isOfVerdict, renderConfirmable} from '../verdict/confirmable.js';
import {bytes} from '../format.js';
import {clockTime} from '../../player/clock-time.js';

const certificateFields: readonly Field[] = [
  words('signedBy'),
  words('issuedBy'),
  time('validFrom'),
  time('validTo'),
  time('notRevokedAt'),
];

const fileFields: readonly Field[] = [
  words('name'),
  words('type'),
  words('typeByContent'),
  {
    label: 'size',
    show: ({size}, {format}) => bytes(format, number(size) ?? 0),
  },
  {
    label: 'pixels',
    show: ({width, height}, {format, unit}) =>
      width === undefined
        ? undefined
        : {
            value: [width, height].map((side) => format.number(Number(side), 0)).join(' × '),
            unit: unit('px'),
          },
  },
  {
    label: 'duration',
    show: ({duration}) => {
      const seconds = number(duration);
      return seconds ? {value: clockTime(seconds)} : undefined;
    },
  },
];

/** Measures that the browser found when it showed the file: pixels, seconds. */
export interface Measures {
  width?: number;
  height?: number;
  duration?: number;
}

/** Renders the file as it is now, and the result's certificate until the chain itself is read. */
export function renderPapers(
  answer: Loose,
  file: Blob,
  view: View,
  facts?: FactsState,
  {width, height, duration}: Measures = {},
): TemplateResult {
  const {term} = view;
  const {name, type, size} = file as Blob & {name?: unknown};
  const read = facts?.name === 'read' ? facts.facts : undefined;
  const {sha256, mediaType} = read ?? {};
  const shown = {
    name,
    type,
    typeByContent: isSameType(mediaType, type) ? undefined : mediaType,
    size,
    width,
    height,
    duration,
  };
  // Reserves the place, so that nothing below moves when the content arrives.
  const unread = term(facts?.name === 'failed' ? 'fileUnreadable' : 'readingFile');
  const print = sha256
    ? renderCode('sha256', sha256, view)
    : renderValue(term('sha256'), {value: unread}, view);
  return html`<section class="paper" part="papers">
    ${renderCertificate(answer, read?.seal, view)}
    <article class="card panel paper" part="card">
      <h3>${term('file')}</h3>
      <dl>${renderFields(shown, fileFields, view)} ${facts ? print : nothing}</dl>
      ${sha256 ? renderCopyButton(term('copySha256'), sha256, view) : nothing}
    </article>
  </section>`;
}

/** Renders nothing if the whole chain is shown below. */
function renderCertificate(answer: Loose, seal: SealContents | undefined, view: View) {
  const rows = renderFields(object(answer['signature']) ?? {}, certificateFields, view);
  if (rows.length === 0 || (seal && isOfVerdict(answer, seal))) return nothing;
  const list = html`<dl>${rows}</dl>`;
  return stateOf(answer) === 'valid'
    ? html`<article class="card panel paper" part="card">
        <h3>${view.term('certificate')}</h3>
        ${list}
      </article>`
    : renderConfirmable(
        'certificate',
        false,
        html`<div class="card panel paper" part="card">${list}</div>`,
        view,
      );
}

/** A line for each field that the section has. */
export const renderFields = (section: Loose, fields: readonly Field[], view: View) =>
  fields.flatMap((field) => {
    const shown = field.show(section, view);
    return shown ? [renderValue(view.term(field.label), shown, view)] : [];
  });

/** A line for a code that people compare character by character, in groups of eight. */
export const renderCode = (label: Words, code: string, {term}: View): TemplateResult =>
  html`<div class="row wide">
    <dt class="quiet">${term(label)}</dt>
    <dd>
      <code>${visibleText(code.replace(/[\da-f]{8}(?=[\da-f])/gi, '$& '))}</code>
    </dd>
  </div>`;
