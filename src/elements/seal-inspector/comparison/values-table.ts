import {html, nothing, type TemplateResult} from 'lit';
import type {View} from '../../metadata/view.js';
import type {Cell, ValueGroup} from './values.js';

/** Renders the values of two files as a table; those that differ have a sign and weight. */
export function renderValues(
  groups: readonly ValueGroup[],
  names: readonly [string, string],
  isOnlyDiffering: boolean,
  view: View,
): TemplateResult {
  const {term, localize} = view;
  const shown = groups.flatMap(({title, rows}) => {
    const kept = isOnlyDiffering ? rows.filter(({differs}) => differs) : rows;
    return kept.length > 0 ? [{title, rows: kept}] : [];
  });
  if (shown.length === 0) return html`<p class="quiet">${localize.term('nothingDiffers')}</p>`;
  return html`<table>
    <caption>
      ${localize.term('valuesCaption')}
    </caption>
    <thead>
      <tr>
        <td></td>
        ${names.map((name) => html`<th scope="col"><bdi>${name}</bdi></th>`)}
      </tr>
    </thead>
    ${shown.map(
      ({title, rows}) =>
        html`<tbody>
          ${
            title
              ? html`<tr class="group">
                  <th colspan="3" scope="rowgroup">${title}</th>
                </tr>`
              : nothing
          }
          ${rows.map(
            ({label, cells, differs}) =>
              html`<tr class=${differs ? 'differs' : ''}>
                <th scope="row">
                  <bdi>${label}</bdi>
                  ${
                    differs
                      ? html`<span class="sign" aria-hidden="true">≠</span
                          ><span class="visually-hidden">${localize.term('differs')}</span>`
                      : nothing
                  }
                </th>
                ${cells.map((cell) => html`<td>${renderCell(cell, term)}</td>`)}
              </tr>`,
          )}
        </tbody>`,
    )}
  </table>`;
}

function renderCell(cell: Cell, term: View['term']) {
  switch (cell.name) {
    case 'unknown':
      return nothing;
    case 'none':
      return '–';
    case 'value':
      return html`<bdi>${cell.text}</bdi>
        ${cell.isClaim ? html`<span class="quiet">${term('notConfirmedMark')}</span>` : nothing}`;
  }
}
