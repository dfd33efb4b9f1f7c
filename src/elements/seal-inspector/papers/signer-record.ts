import {html, nothing} from 'lit';
import {list, number, object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {field} from '../../metadata/fields.js';
import type {View} from '../../metadata/view.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {renderFields} from './papers.js';

const shown = field(text, (value) => ({value: visibleText(value)}));
const level = (label: 'assuranceLevel' | 'maximumLevel') =>
  field(number, (value) => ({value: String(value)}))(label);

const signals: Readonly<Record<string, 'noCapture' | 'noStitchedCapture' | 'noCreation'>> = {
  capturedMedia: 'noCapture',
  capturedMediaStitched: 'noStitchedCapture',
  nonGenAIDigitalCreation: 'noCreation',
};

/** Renders what the trust lists contain about the signer: its list, its assurance level and its product. */
export function renderSignerRecord(answer: Loose, view: View) {
  const signature = object(answer['signature']) ?? {};
  const product = object(signature['product']);
  const {term, format} = view;
  const known = {...signature, trustList: knownBy(signature, view)};
  const disallowed = list(product?.['disallowedSignals']).flatMap((one) => text(one) ?? []);
  const told = product && {
    ...product,
    productStatus: product['status'] === 'conformant' ? term('conformant') : product['status'],
    disallowedSignals: format.list(
      disallowed.map((one) =>
        Object.hasOwn(signals, one) && signals[one] ? term(signals[one]) : one,
      ),
    ),
  };
  const rows = [
    ...renderFields(known, [shown('trustList'), level('assuranceLevel')], view),
    ...(told
      ? renderFields(
          told,
          [
            shown('product', 'name'),
            shown('maker'),
            level('maximumLevel'),
            shown('productStatus'),
            shown('disallowedSignals'),
          ],
          view,
        )
      : []),
  ];
  return rows.length > 0 ? html`<dl class="record">${rows}</dl>` : nothing;
}

function knownBy(signature: Loose, {term}: View): string | undefined {
  const list = text(signature['trustListName']);
  switch (text(signature['trustList'])) {
    case 'official':
      return term('byOfficialList');
    case 'own':
      return list === undefined ? term('byOwnRoots') : `${term('byOwnRoots')}: ${list}`;
    case 'interim':
      return term('byInterimList');
    default:
      return undefined;
  }
}
