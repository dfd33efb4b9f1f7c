import {html, nothing, svg, type SVGTemplateResult, type TemplateResult} from 'lit';

/**
 * Icons on a grid of 24, drawn in `currentColor` and hidden from assistive technology: there is always a text beside an
 * icon. Each is a function, so that an entry contains only the icons that it uses.
 */
export const icon = (shapes: SVGTemplateResult): TemplateResult =>
  html`<svg
    class="icon"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${shapes}
  </svg>`;

export const circle = () => svg`<circle cx="12" cy="12" r="9"/>`;
const cameraBody = () =>
  svg`<path d="M3 9a2 2 0 0 1 2-2h2.2l1.4-2.2A1.8 1.8 0 0 1 10.1 4h3.8a1.8 1.8 0 0 1 1.5.8L16.8 7H19a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2Z"/>`;

/** None: an empty ring. */
export const ringIcon = () =>
  icon(svg`<circle cx="12" cy="12" r="9" stroke-dasharray="3.2 3.08"/>`);

export const cameraIcon = () => icon(svg`${cameraBody()}<circle cx="12" cy="13" r="3.6"/>`);

export const cameraOffIcon = () =>
  icon(
    svg`<path d="M7.5 7H5a2 2 0 0 0-2 2v8.5a2 2 0 0 0 2 2h14M10.2 4h3.7a1.8 1.8 0 0 1 1.5.8L16.8 7H19a2 2 0 0 1 2 2v8"/><path d="M9.6 10.6a3.6 3.6 0 0 0 4.9 5"/><path d="m3.5 3.5 17 17"/>`,
  );

const microphoneBody = () =>
  svg`<rect x="9" y="3" width="6" height="11" rx="3"/><path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3"/>`;

export const microphoneIcon = () => icon(microphoneBody());

export const microphoneOffIcon = () => icon(svg`${microphoneBody()}<path d="m3.5 3.5 17 17"/>`);

/** Switch to the other camera. */
export const cameraSwitchIcon = () =>
  icon(
    svg`<path d="M20 11a8 8 0 0 0-14-4.3L4 9M4 4.5V9h4.5M4 13a8 8 0 0 0 14 4.3l2-2.3M20 19.5V15h-4.5"/>`,
  );

/** Blocked by the browser's settings. */
export const lockIcon = () =>
  icon(
    svg`<rect x="4.5" y="10.5" width="15" height="10" rx="2"/><path d="M8 10.5V7.5a4 4 0 0 1 8 0v3M12 14.5v2"/>`,
  );

/** Waits for the network. */
export const clockIcon = () => icon(svg`${circle()}<path d="M12 7v5l3.2 2"/>`);

export const retryIcon = () => icon(svg`<path d="M20 12a8 8 0 1 1-2.4-5.7L20 8.6M20 4v4.6h-4.6"/>`);

export const checkIcon = () => icon(svg`<path d="m5 12.5 4.6 4.6L19 7.5"/>`);

export const exclamationIcon = () => icon(svg`${circle()}<path d="M12 7.2v6M12 16.6v.01"/>`);

export const playIcon = () => icon(svg`<path d="M8 5.2v13.6L19 12Z" fill="currentColor"/>`);

/** Resumes a recording; differs from the dot of a new one and the triangle that plays. */
export const resumeIcon = () =>
  icon(
    svg`<path d="M6 5.5v13" stroke-width="3.5"/><path d="M11 5.2v13.6L21 12Z" fill="currentColor"/>`,
  );

/** Bookmark. */
export const bookmarkIcon = () => icon(svg`<path d="M7 4h10v16l-5-4-5 4Z"/>`);

/** An arrow around the seconds to skip, back or forth. */
export const skipIcon = (isBack: boolean) =>
  icon(
    svg`<g transform=${isBack ? 'matrix(-1 0 0 1 24 0)' : nothing}><path d="M12 4a8 8 0 1 0 8 8"/><path d="M12 1v6l4-3Z" fill="currentColor"/></g><text x="12" y="15" text-anchor="middle" font-size="8" font-weight="700" fill="currentColor" stroke="none">15</text>`,
  );

export const pauseIcon = () => icon(svg`<path d="M9 5.5v13M15 5.5v13" stroke-width="3.5"/>`);
