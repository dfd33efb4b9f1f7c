import {startLanguage} from './texts.js';

/** How long a visitor who does not read English sees nothing rather than English. */
const PATIENCE_MS = 1_000;

/** Settles once the page is in the visitor's language. */
export const languageStarted = startLanguage();

const {lang, style} = document.documentElement;
const show = (): void => void style.removeProperty('visibility');
if (lang !== 'en') {
  style.visibility = 'hidden';
  setTimeout(show, PATIENCE_MS);
}
// Two frames later: what is seen for the first time has then not moved, neither for the eye nor for a measurement.
void languageStarted.then(() => requestAnimationFrame(() => requestAnimationFrame(show)));
