// The page's first script: what has to be known before anything is drawn, and before the elements are there.
import './language.js';
import {required} from './required.js';
import {isPublishing, UPLOADS} from './uploads.js';

// Captures of an earlier visit are handed over as soon as the elements are there.
if (isPublishing()) required('protection-provider').setAttribute('deliver-to', UPLOADS);
void import('./main.js');
