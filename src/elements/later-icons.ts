import {svg} from 'lit';
import {circle, icon} from './icons.js';

// Icons of parts that are loaded later, kept in a separate file so that no element loads them at once.

const seal = () =>
  svg`<path d="M19.6 15.1a3.4 3.4 0 0 1-4.5 4.5 3.4 3.4 0 0 1-6.2 0 3.4 3.4 0 0 1-4.5-4.5 3.4 3.4 0 0 1 0-6.2 3.4 3.4 0 0 1 4.5-4.5 3.4 3.4 0 0 1 6.2 0 3.4 3.4 0 0 1 4.5 4.5 3.4 3.4 0 0 1 0 6.2Z"/>`;

/** Valid: a seal with a check. */
export const sealCheckIcon = () => icon(svg`${seal()}<path d="m8.6 12.2 2.3 2.3 4.5-4.7"/>`);

/** Untrusted: a seal with a question mark. */
export const sealQuestionIcon = () =>
  icon(
    svg`${seal()}<path d="M9.9 10.1a2.1 2.1 0 1 1 3.2 1.8c-.7.4-1.1.9-1.1 1.7"/><path d="M12 16.1v.01"/>`,
  );

/** Of a sandbox: a seal with an exclamation mark. */
export const sealExclamationIcon = () => icon(svg`${seal()}<path d="M12 7.6v5.2M12 16.1v.01"/>`);

/** Interim: a seal with a clock's hands. */
export const sealClockIcon = () => icon(svg`${seal()}<path d="M12 7.6v4.6l2.9 1.8"/>`);

/** Invalid: a seal with a piece broken off. Two halves side by side would look like a brain. */
export const sealBrokenIcon = () =>
  icon(
    svg`<path d="M11.1 3.3A3.4 3.4 0 0 0 8 5.3 3.4 3.4 0 0 0 3.5 9.8 3.4 3.4 0 0 0 3.5 16 3.4 3.4 0 0 0 8 20.5 3.4 3.4 0 0 0 14.2 20.5 3.4 3.4 0 0 0 18.7 16 3.4 3.4 0 0 0 20.7 12.9L16.1 14.1 13.9 10.1 9.9 9.5Z"/><path d="M15.1 2.5A3.4 3.4 0 0 1 16 3.5 3.4 3.4 0 0 1 20.5 8 3.4 3.4 0 0 1 21.5 8.9L19.1 9.5 17.3 6.5 14.5 6Z"/>`,
  );

/** A check without an answer. */
export const questionIcon = () =>
  icon(svg`${circle()}<path d="M9.7 9.6a2.4 2.4 0 1 1 3.6 2.1c-.8.5-1.3 1-1.3 1.9M12 16.9v.01"/>`);

/** Photos that are there already. */
export const galleryIcon = () =>
  icon(
    svg`<rect x="3.5" y="6.5" width="14" height="14" rx="2"/><path d="M7.5 3.5h11a2 2 0 0 1 2 2v11"/><path d="m3.5 17.5 4-4 3 3 2.5-2.5 4.5 4.5"/><circle cx="12.8" cy="10.8" r="1.1"/>`,
  );

export const crossIcon = () => icon(svg`<path d="m6 6 12 12M18 6 6 18"/>`);

/** More can be done. */
export const moreIcon = () => icon(svg`<path d="M5 12h.01M12 12h.01M19 12h.01" stroke-width="3"/>`);

/** The phone is to be turned. */
export const turnIcon = () =>
  icon(
    svg`<rect x="2.5" y="11" width="19" height="9.5" rx="2"/><path d="M7 6.5a7 7 0 0 1 9.5-.6M17 2.5v3.9h-3.9"/>`,
  );

/** Back, towards the start of the line; turned around for what comes next. */
export const chevronIcon = () => icon(svg`<path d="m14.5 5-7 7 7 7"/>`);

/** Nothing was checked. */
export const minusIcon = () => icon(svg`<path d="M6 12h12"/>`);

export const copyIcon = () =>
  icon(
    svg`<rect x="8.5" y="8.5" width="12" height="12" rx="2"/><path d="M5.5 15.5h-.5a1.5 1.5 0 0 1-1.5-1.5V5A1.5 1.5 0 0 1 5 3.5h9A1.5 1.5 0 0 1 15.5 5v.5"/>`,
  );

export const shareIcon = () =>
  icon(
    svg`<path d="M12 15V3.5M7.5 8 12 3.5 16.5 8M8 11H6a1.5 1.5 0 0 0-1.5 1.5v6A1.5 1.5 0 0 0 6 20h12a1.5 1.5 0 0 0 1.5-1.5v-6A1.5 1.5 0 0 0 18 11h-2"/>`,
  );
