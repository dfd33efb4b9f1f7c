import type {TemplateResult} from 'lit';
import type {standingOf} from '../../capture/seal-state.js';
import type {iconOf} from '../../capture/seal-mark.js';
import type {clockTime} from '../../player/clock-time.js';
import type {Localize} from '../../strings/localize.js';
import type {renderCaptionField} from '../caption.js';

/**
 * Functions that the element has at once. They are given and not imported, because modules in two parts make the element's
 * own part larger.
 */
export interface ElementFunctions {
  /** The element's own terms. */
  say: Localize;
  standingOf: typeof standingOf;
  iconOf: typeof iconOf;
  clockTime: typeof clockTime;
  renderCaptionField: typeof renderCaptionField;
  /** Renders a warning in one line. */
  warning: (text: string) => TemplateResult;
}
