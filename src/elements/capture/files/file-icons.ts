import {svg} from 'lit';
import {icon} from '../../icons.js';

// Apart from the other icons, because a camera has files only later, and this would be part of what it loads at once.

/** Adds or saves a file. */
export const fileInIcon = () =>
  icon(
    svg`<path d="M12 4v11M7.5 10.5 12 15l4.5-4.5M4 15.5V18a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2.5"/>`,
  );

export const deleteIcon = () =>
  icon(svg`<path d="M4.5 6.5h15M9.5 6V4h5v2M6.5 6.5 7.3 20h9.4l.8-13.5M10 10.5v6M14 10.5v6"/>`);
