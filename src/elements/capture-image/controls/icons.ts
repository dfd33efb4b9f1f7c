import {svg} from 'lit';
import {icon} from '../../icons.js';

/** Sliders: opens the controls. */
export const controlsIcon = () =>
  icon(
    svg`<path d="M4 8h8M18 8h2M4 16h2M12 16h8"/><circle cx="15" cy="8" r="2.5"/><circle cx="9" cy="16" r="2.5"/>`,
  );

/** A torch; with rays while it is on. */
export const torchIcon = (on: boolean) =>
  icon(
    svg`<path d="M8 10h8l-2 3.5V20a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1v-6.5ZM8 10V7.5h8V10M12 15v1.5"/>${
      on ? svg`<path d="M12 4.5v-2M7.5 5 6 3.5M16.5 5 18 3.5"/>` : ''
    }`,
  );

/** A ring in a frame: focuses on a point. */
export const focusIcon = () =>
  icon(
    svg`<path d="M4 8V5.5A1.5 1.5 0 0 1 5.5 4H8M16 4h2.5A1.5 1.5 0 0 1 20 5.5V8M20 16v2.5a1.5 1.5 0 0 1-1.5 1.5H16M8 20H5.5A1.5 1.5 0 0 1 4 18.5V16"/><circle cx="12" cy="12" r="3.5"/>`,
  );
