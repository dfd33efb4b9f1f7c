import {html, type TemplateResult} from 'lit';

/** Characters that are shown at once; the rest is shown on request. */
const LONG = 240;

/** The first characters of a text, without splitting any. */
export const first = (text: string, count: number): string => [...text].slice(0, count).join('');

/** Text from a file, isolated so that its reading direction does not affect its neighbours. */
export function isolated(text: string, showAll: string): TemplateResult {
  if (text.length <= LONG) return html`<bdi>${text}</bdi>`;
  return html`<details class="long">
    <summary><bdi>${first(text, LONG)}…</bdi> <span class="quiet more">${showAll}</span></summary>
    <bdi>${text}</bdi>
  </details>`;
}
