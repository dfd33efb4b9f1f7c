import {svg} from 'lit';
import {icon} from '../../icons.js';

export const backIcon = () => icon(svg`<path d="m14.5 5.5-6.5 6.5 6.5 6.5"/>`);
export const onIcon = () => icon(svg`<path d="m9.5 5.5 6.5 6.5-6.5 6.5"/>`);
/** What was sealed: a list. */
export const listIcon = () =>
  icon(svg`<path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01"/>`);
export const zoomIcon = (isEnlarged: boolean) =>
  icon(
    svg`<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5M7.5 10.5h6"/>${isEnlarged ? '' : svg`<path d="M10.5 7.5v6"/>`}`,
  );
