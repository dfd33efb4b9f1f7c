// The page's first script: what has to be known before anything is drawn, and before the elements are there.
import {languageStarted} from './language.js';
import {required} from './required.js';
import {isPublishing, UPLOADS} from './uploads.js';

/** How long a visitor who does not read English sees nothing rather than English. */
const PATIENCE_MS = 1_000;

const {style} = document.documentElement;
const show = (): void => void style.removeProperty('visibility');
if (document.documentElement.lang !== 'en') {
  style.visibility = 'hidden';
  setTimeout(show, PATIENCE_MS);
}
// Two frames later: what is seen for the first time has then not moved, for the eye nor for whoever measures.
void languageStarted.then(() => requestAnimationFrame(() => requestAnimationFrame(show)));

// Captures of an earlier visit are handed over as soon as the elements are there.
if (isPublishing()) required('protection-provider').setAttribute('deliver-to', UPLOADS);
void import('./main.js');
