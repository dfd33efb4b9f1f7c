import {html, type TemplateResult} from 'lit';
import type {Loose} from '../metadata/loose.js';
import type {View} from '../metadata/view.js';
import {visibleText} from '../metadata/visible-text.js';

/** The answer as it came. */
export const jsonOf = (answer: object): string => JSON.stringify(answer, null, 2);

/** The answer as text. */
export const renderJson = (answer: Loose, {term}: View): TemplateResult =>
  html`<details class="json" part="json">
    <summary>${term('json')}</summary>
    <pre
      class="panel"
      tabindex="0"
      role="region"
      aria-label=${term('json')}
      .textContent=${visibleText(jsonOf(answer))}
    ></pre>
  </details>`;
