import {base, tokens} from '../tokens.js';
import {contentsStyles} from './contents-styles.js';
import {frameStyles} from './frame-styles.js';
import {plateStyles} from './plate-styles.js';
import {screenStyles} from './screen-styles.js';
import {trayStyles} from './tray-styles.js';

/** All of the element's, each part's own in its file. */
export const styles = [
  tokens,
  base,
  frameStyles,
  screenStyles,
  trayStyles,
  contentsStyles,
  plateStyles,
];
