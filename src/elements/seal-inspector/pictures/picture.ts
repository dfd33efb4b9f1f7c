import {html, nothing, type SVGTemplateResult} from 'lit';

/** A drawing of 100 × 100 around its centre; `label` is its description. */
export const picture = (caption: string, label: string, shapes: SVGTemplateResult) =>
  html`<figure class="picture">
    <svg viewBox="-50 -50 100 100" role="img" aria-label=${label}>${shapes}</svg>
    ${caption ? html`<figcaption class="quiet" aria-hidden="true">${caption}</figcaption>` : nothing}
  </figure>`;

/** A point of the drawing, rounded to a tenth. */
export const point = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
