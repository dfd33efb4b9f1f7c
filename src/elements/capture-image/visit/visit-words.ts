import type {Aim} from '../../../core/camera/aim.js';
import type {
  ExpectedPlace,
  PlaceComparison,
} from '@sealed-capture/seal/model/place/expected-place.js';
import {distanceText} from '../../metadata/distance-text.js';
import {readerLocale} from '../../strings/date-with-time.js';
import type {Localize} from '../../strings/localize.js';

/** The case of the term for a comparison. */
export const caseOf = (compared: PlaceComparison) =>
  compared.outcome === 'unknown' ? compared.why : compared.outcome;

/** Says where the person is, as far as the location tells. */
export function placeText(compared: PlaceComparison, say: Localize): string {
  const locale = readerLocale(say.lang());
  const away =
    'distance' in compared ? distanceText(compared.distance, locale, compared.accuracy) : '';
  return say.term('shotPlace', caseOf(compared), away);
}

/** The accuracy of the location, and what the page has asked for; undefined without a location. */
export function spanText(
  compared: PlaceComparison,
  {radius}: ExpectedPlace,
  say: Localize,
): string | undefined {
  if (!('distance' in compared)) return undefined;
  const locale = readerLocale(say.lang());
  const accuracy = distanceText(Math.ceil(compared.accuracy), locale);
  return say.term('shotPlaceSpan', accuracy, distanceText(radius, locale));
}

/** Degrees within which a direction counts as reached: compasses are no better than the first. */
const TURN = 15;
const TILT = 4;
/** The compass is rounded to this many degrees. */
const STEP = 5;

/** What to do to look in the same direction as then; empty if nothing is known. */
export function aimTexts({turn, raise, rotate}: Aim, say: Localize): string[] {
  if (turn === undefined && raise === undefined && rotate === undefined) return [];
  const degrees = (value: number, step = 1): string =>
    say.number(Math.round(Math.abs(value) / step) * step);
  const texts: string[] = [];
  if (turn !== undefined && Math.abs(turn) > TURN)
    texts.push(say.term('shotAim', turn > 0 ? 'right' : 'left', degrees(turn, STEP)));
  if (raise !== undefined && Math.abs(raise) > TILT)
    texts.push(say.term('shotAim', raise > 0 ? 'up' : 'down', degrees(raise)));
  if (rotate !== undefined && Math.abs(rotate) > TILT)
    texts.push(say.term('shotAim', rotate > 0 ? 'clockwise' : 'counterclockwise', degrees(rotate)));
  if (texts.length > 0) return texts;
  return [say.term('shotAim', turn === undefined ? 'level' : 'same', '')];
}
