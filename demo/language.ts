import {required} from './required.js';
import {startLanguage} from './texts.js';

/** How long a visitor who does not read English sees nothing rather than English. */
const PATIENCE_MS = 1_000;

/** Settles once the page is in the visitor's language. This is the page's first script; the rest is loaded meanwhile. */
export const languageStarted = startLanguage(required<HTMLSelectElement>('#language'));

const {style} = document.documentElement;
const show = (): void => void style.removeProperty('visibility');
if (document.documentElement.lang !== 'en') {
  style.visibility = 'hidden';
  setTimeout(show, PATIENCE_MS);
}
void languageStarted.then(show);
void import('./main.js');
