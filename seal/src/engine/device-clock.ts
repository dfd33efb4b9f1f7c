import {type Check} from '../model/inspection/inspection-result.js';
import {textAt} from '../model/json/loose-json.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365.25 * DAY;

/** Delay of a request that does not count as a wrong clock. */
const TOLERANCE_MS = 5 * MINUTE;

const INSIDE = 'org.sealed-capture.deviceClock.insideTolerance';
const OUTSIDE = 'org.sealed-capture.deviceClock.outsideTolerance';
const CAPTURED_LATER = 'org.sealed-capture.deviceClock.capturedAfterSealing';

/** Formats a duration in the largest unit of which there are at least two: "about 7 minutes". */
function about(milliseconds: number): string {
  const units = [
    ['years', YEAR],
    ['days', DAY],
    ['hours', HOUR],
  ] as const;
  const [name, size] = units.find(([, length]) => milliseconds >= 2 * length) ?? [
    'minutes',
    MINUTE,
  ];
  return `about ${Math.round(milliseconds / size)} ${name}`;
}

/** When the capture was made by the device's clock, as a sentence; empty if unknown. */
function captured(time: number): string {
  if (Number.isNaN(time)) return '';
  const [date, clock = ''] = new Date(time).toISOString().split('T');
  return ` By that clock it was captured on ${date} at ${clock.slice(0, 5)} UTC.`;
}

/**
 * Checks that say how wrong the device's clock was, from this package's own assertion: the device's times beside the
 * service's. None if nothing proves the clock right or wrong. They are about the device, not the seal, and only as
 * reliable as the signer, so they must be made for valid seals only.
 *
 * Both device times come from the client. So `requestedAt` never excuses a capture that is later than its seal:
 * otherwise a client could send a time of request that hides the warning.
 */
export function deviceClockChecks(assertion: unknown): Check[] {
  const timeAt = (key: string): number => Date.parse(textAt(assertion, key) ?? '');
  const sealedAt = timeAt('sealedAt');
  const capturedAt = timeAt('capturedAt');
  // A capture precedes its seal, however late that is made. NaN if one of the two is missing, for which every
  // comparison is false.
  const ahead = capturedAt - sealedAt;
  const later: Check[] =
    ahead > TOLERANCE_MS
      ? [
          {
            code: CAPTURED_LATER,
            passed: false,
            explanation: `The time of capture is ${about(ahead)} after the time of the seal, so it cannot be right.`,
          },
        ]
      : [];
  const skew = timeAt('requestedAt') - sealedAt;
  if (Math.abs(skew) > TOLERANCE_MS) {
    const side = skew < 0 ? 'behind' : 'ahead';
    const explanation = `The device's clock was ${about(Math.abs(skew))} ${side} when this was sealed.${captured(capturedAt)}`;
    return [...later, {code: OUTSIDE, passed: false, explanation}];
  }
  // A clock that is right when it is asked may have been corrected since the capture.
  if (Number.isNaN(skew) || later.length > 0) return later;
  const explanation = `The device's clock was right, give or take five minutes, when this was sealed.${captured(capturedAt)}`;
  return [{code: INSIDE, passed: true, explanation}];
}
