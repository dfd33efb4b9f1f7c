import {svg} from 'lit';
import {icon} from '../../icons.js';

/** Two corners that are pulled apart. */
export const enlargeIcon = () => icon(svg`<path d="M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7"/>`);

export const pinIcon = () =>
  icon(svg`<path d="M9 3.5h6M10 3.5v6L7 13v1.5h10V13l-3-3.5v-6M12 14.5v6"/>`);

/** An arrow around a quarter. */
export const rotateIcon = () => icon(svg`<path d="M19.5 12a7.5 7.5 0 1 1-3-6M16.5 2v4h-4"/>`);

export const documentIcon = () =>
  icon(svg`<path d="M6.5 3h7l4.5 4.5V21h-11.5ZM13 3.5V8h4.5M9.5 13h5M9.5 16.5h5"/>`);

export const plusIcon = () => icon(svg`<path d="M12 5.5v13M5.5 12h13"/>`);
