import {html, type TemplateResult} from 'lit';
import {ref} from 'lit/directives/ref.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {View} from '../../metadata/view.js';
import {jsonPieces} from './json-text.js';

/** Characters that are shown when the panel is opened, and that each press of the button adds. */
const MOST_SHOWN = 50_000;

/** What a panel shows: a result, and the pieces of its text that are left. */
interface Shown {
  answer: Loose;
  pieces: Iterator<string, void>;
}

const shown = new WeakMap<Element, Shown>();

/** Adds a part of the text as an element of its own, so that the browser lays out no part twice. */
function addPart(panel: Element, text: Element, {pieces}: Shown): void {
  let part = '';
  let next = pieces.next();
  while (!next.done) {
    part += next.value;
    if (part.length >= MOST_SHOWN) break;
    next = pieces.next();
  }
  const added = document.createElement('span');
  added.textContent = part;
  text.append(added);
  panel.querySelector('button')!.hidden = next.done === true;
}

/** The result as text. It may be long, so it is made when the panel is opened, and shown in parts. */
export const renderJson = (answer: Loose, {term}: View): TemplateResult => {
  const fill = (panel: Element | null | undefined) => {
    const text = panel?.querySelector('pre');
    if (!panel || !text || shown.get(panel)?.answer === answer) return;
    // Nothing of another file stays.
    text.replaceChildren();
    shown.delete(panel);
    if (!panel.matches('[open]')) return;
    const now = {answer, pieces: jsonPieces(answer)};
    shown.set(panel, now);
    addPart(panel, text, now);
  };
  const onMore = ({currentTarget}: Event) => {
    const panel = (currentTarget as Element).closest('details')!;
    const text = panel.querySelector('pre')!;
    const now = shown.get(panel);
    if (!now) return;
    addPart(panel, text, now);
    // The button may be gone now, and its focus with it.
    text.focus({preventScroll: true});
  };
  return html`<details
    class="json"
    part="json"
    ${ref(fill)}
    @toggle=${({currentTarget}: Event) => fill(currentTarget as Element)}
  >
    <summary>${term('json')}</summary>
    <pre class="panel" tabindex="0" role="region" aria-label=${term('json')}></pre>
    <button class="button" type="button" hidden @click=${onMore}>${term('moreText')}</button>
  </details>`;
};
