import {nothing, svg} from 'lit';
import {icon} from '../../icons.js';

/** Two pictures, one over the other; crossed out if `isOff`. */
export const earlierIcon = (isOff: boolean) =>
  icon(
    svg`<path d="M8 8V6a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-2" stroke-dasharray="2.6 2.4"/><rect x="4" y="8" width="12" height="12" rx="2"/>${
      isOff ? svg`<path d="m3.5 3.5 17 17"/>` : nothing
    }`,
  );
