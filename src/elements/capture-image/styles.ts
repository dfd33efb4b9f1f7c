import {screenStyles} from '../capture/screen-styles.js';
import {sealStateStyles} from '../capture/seal-state-styles.js';
import {base, tokens} from '../design-tokens.js';
import {frameStyles} from './frame/frame-styles.js';
import {overPictureStyles} from './frame/over-picture-styles.js';
import {trayStyles} from './tray/tray-styles.js';

/** The styles that the element starts with; each part has its own in its file, and `LatePanels` adds more. */
export const styles = [
  tokens,
  base,
  frameStyles,
  screenStyles,
  sealStateStyles,
  trayStyles,
  overPictureStyles,
];
