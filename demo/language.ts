import {required} from './required.js';
import {startLanguage} from './texts.js';

/** Settles once the page is in the visitor's language. */
export const languageStarted = startLanguage(required<HTMLSelectElement>('#language'));
