import {html, type TemplateResult} from 'lit';
import {ref} from 'lit/directives/ref.js';
import type {Loose} from '../../../model/json/record.js';
import type {View} from '../../metadata/view.js';
import {visibleLines} from '../../../model/text/visible-text.js';

/** Deepest nesting of a valid response. */
const MOST_LEVELS = 200;

/** The result as JSON; too deeply nested values become "…". */
export const jsonOf = (answer: object): string =>
  JSON.stringify(cutAt(MOST_LEVELS, answer), null, 2);

function cutAt(levels: number, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '…';
  if (Array.isArray(value)) return value.map((inner) => cutAt(levels - 1, inner));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, cutAt(levels - 1, inner)]),
  );
}

/** The result whose text a panel shows. */
const shown = new WeakMap<Element, Loose>();

/** The result as text, which may be long and is made when the panel is opened. */
export const renderJson = (answer: Loose, {term}: View): TemplateResult => {
  const fill = (panel: Element | null | undefined) => {
    const text = panel?.querySelector('pre');
    if (!panel || !text || shown.get(panel) === answer) return;
    const isOpen = panel.matches('[open]');
    // Nothing of another file stays.
    text.textContent = isOpen ? visibleLines(jsonOf(answer)) : '';
    if (isOpen) shown.set(panel, answer);
    else shown.delete(panel);
  };
  return html`<details
    class="json"
    part="json"
    ${ref(fill)}
    @toggle=${({currentTarget}: Event) => fill(currentTarget as Element)}
  >
    <summary>${term('json')}</summary>
    <pre class="panel" tabindex="0" role="region" aria-label=${term('json')}></pre>
  </details>`;
};
