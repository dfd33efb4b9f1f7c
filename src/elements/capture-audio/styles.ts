import {screenStyles} from '../capture/screen-styles.js';
import {sealStateStyles} from '../capture/seal-state-styles.js';
import {playerStyles} from '../player/player-styles.js';
import {base, tokens} from '../design-tokens.js';
import {deskStyles} from './desk/desk-styles.js';

/** The styles of the element; each part has its own in its file. */
export const styles = [tokens, base, screenStyles, sealStateStyles, playerStyles, deskStyles];
