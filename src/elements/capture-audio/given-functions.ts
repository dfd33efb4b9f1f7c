import {notice} from '../capture/notice.js';
import {standingOf} from '../capture/seal-state.js';
import {iconOf} from '../capture/seal-mark.js';
import {exclamationIcon} from '../icons.js';
import {clockTime} from '../player/clock-time.js';
import type {Localize} from '../strings/localize.js';
import {renderCaptionField} from './caption.js';
import type {ElementFunctions} from './recordings/element-functions.js';

/** The functions that the element gives to the parts that are loaded later. */
export const givenFunctions = (say: Localize): ElementFunctions => ({
  say,
  standingOf,
  iconOf,
  clockTime,
  renderCaptionField,
  warning: (text) => notice('waiting', exclamationIcon(), text, say),
});
