import {html, type TemplateResult} from 'lit';

/** Characters that are shown at once; the rest waits until it is asked for. */
const LONG = 240;
/** Characters of a name within a sentence; whole where the certificate is shown. */
const NAME = 80;

const first = (text: string, count: number): string => [...text].slice(0, count).join('');

export const shortened = (text: string): string =>
  text.length > NAME ? `${first(text, NAME)}…` : text;

/** Text from a file or service: isolated, so that its reading direction does not reach its neighbours. */
export function isolated(text: string, showAll: string): TemplateResult {
  if (text.length <= LONG) return html`<bdi>${text}</bdi>`;
  return html`<details class="long">
    <summary><bdi>${first(text, LONG)}…</bdi> <span class="quiet more">${showAll}</span></summary>
    <bdi>${text}</bdi>
  </details>`;
}

/** Stand in a sentence of the catalogue for what is put there as an element of its own. */
export const NAME_HERE = '\ue000';
export const TIME_HERE = '\ue001';

/** A sentence with elements in the places of {@link NAME_HERE} and {@link TIME_HERE}. */
export const filled = (
  sentence: string,
  parts: {name?: TemplateResult; time?: TemplateResult},
): unknown[] =>
  sentence.split(/([\ue000\ue001])/).map((piece) => {
    if (piece === NAME_HERE) return parts.name;
    return piece === TIME_HERE ? parts.time : piece;
  });
