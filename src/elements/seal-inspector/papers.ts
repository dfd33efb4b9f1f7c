import {html, nothing, type TemplateResult} from 'lit';
import type {FactsState} from '../../core/inspections.js';
import {words, type Field, type Words} from '../metadata/fields.js';
import {time} from '../metadata/time.js';
import {number, object, type Loose} from '../metadata/loose.js';
import {renderValue, type View} from '../metadata/view.js';
import {visibleText} from '../metadata/visible-text.js';
import {renderCopyButton} from './copy-button.js';
import {isSameType} from './media-types.js';
import {bytes} from './format.js';
import {clockTime} from '../player/clock-time.js';

const certificateFields: readonly Field[] = [
  words('signedBy'),
  words('issuedBy'),
  time('validFrom'),
  time('validTo'),
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
    show: ({width, height}, {format}) =>
      width === undefined
        ? undefined
        : {
            value: [width, height].map((side) => format.number(Number(side), 0)).join(' × '),
            unit: 'px',
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

/** What the browser itself found when it showed the file: pixels, seconds. */
export interface Measures {
  width?: number;
  height?: number;
  duration?: number;
}

/** The file as it is now; and until the chain itself is read, what the answer says of the certificate. */
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
  const signature = object(answer['signature']) ?? {};
  return html`<section class="paper" part="papers">
    ${
      read?.seal?.certificates.length
        ? nothing
        : renderCard('certificate', renderFields(signature, certificateFields, view), view)
    }
    ${renderCard(
      'file',
      [
        ...renderFields(shown, fileFields, view),
        // Its place is kept, so that nothing below moves when it comes.
        facts && facts.name !== 'failed'
          ? renderCode('sha256', sha256 ?? term('readingFile'), view)
          : nothing,
      ],
      view,
      sha256 ? renderCopyButton(term('copySha256'), sha256, view) : nothing,
    )}
  </section>`;
}

const renderCard = (
  title: 'certificate' | 'file',
  rows: unknown[],
  {term}: View,
  more: unknown = nothing,
) =>
  rows.length === 0
    ? nothing
    : html`<article class="card panel paper" part="card">
        <h3>${term(title)}</h3>
        <dl>${rows}</dl>
        ${more}
      </article>`;

/** A line for each field that the section has. */
export const renderFields = (section: Loose, fields: readonly Field[], view: View) =>
  fields.flatMap((field) => {
    const shown = field.show(section, view);
    return shown ? [renderValue(view.term(field.label), shown, view)] : [];
  });

/** A line for what is compared character by character, in groups of eight. */
export const renderCode = (label: Words, code: string, {term}: View): TemplateResult =>
  html`<div class="row wide">
    <dt class="quiet">${term(label)}</dt>
    <dd>
      <code>${visibleText(code.replace(/[\da-f]{8}(?=[\da-f])/gi, '$& '))}</code>
    </dd>
  </div>`;
