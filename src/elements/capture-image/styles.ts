import {screenStyles} from '../capture/screen-styles.js';
import {sealStateStyles} from '../capture/seal-state-styles.js';
import {base, tokens} from '../design-tokens.js';
import {frameStyles} from './frame/frame-styles.js';
import {overPictureStyles} from './frame/over-picture-styles.js';
import {trayStyles} from './tray/tray-styles.js';

/** Those that the element starts with, each part's own in its file; `LatePanels` has its own. */
export const styles = [
  tokens,
  base,
  frameStyles,
  screenStyles,
  sealStateStyles,
  trayStyles,
  overPictureStyles,
];
