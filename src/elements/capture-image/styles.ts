import {contentsStyles} from '../capture/contents-styles.js';
import {screenStyles} from '../capture/screen-styles.js';
import {sealStateStyles} from '../capture/seal-state-styles.js';
import {base, tokens} from '../design-tokens.js';
import {frameStyles} from './frame-styles.js';
import {overPictureStyles} from './over-picture-styles.js';
import {plateStyles} from './plate-styles.js';
import {trayStyles} from './tray-styles.js';

/** All of the element's, each part's own in its file. */
export const styles = [
  tokens,
  base,
  frameStyles,
  screenStyles,
  sealStateStyles,
  trayStyles,
  contentsStyles,
  overPictureStyles,
  plateStyles,
];
