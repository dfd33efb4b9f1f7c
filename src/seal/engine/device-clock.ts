import {type Check} from '../../model/inspection/inspection-result.js';
import {textAt} from '../../model/json/loose-json.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365.25 * DAY;

/** Delay of a request that does not count as a wrong clock. */
const TOLERANCE_MS = 5 * MINUTE;

const INSIDE = 'org.sealed-capture.deviceClock.insideTolerance';
const OUTSIDE = 'org.sealed-capture.deviceClock.outsideTolerance';

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

const outside = (explanation: string): Check => ({code: OUTSIDE, passed: false, explanation});

/** When the capture was made by the device's clock, as a sentence; empty if unknown. */
function captured(time: number): string {
  if (Number.isNaN(time)) return '';
  const [date, clock = ''] = new Date(time).toISOString().split('T');
  return ` By that clock it was captured on ${date} at ${clock.slice(0, 5)} UTC.`;
}

/**
 * A check that says how wrong the device's clock was, from this package's own assertion: the device's times beside
 * the service's. Undefined if nothing proves the clock right or wrong. It is about the device, not the seal, and
 * only as reliable as the signer, so it must be made for valid seals only.
 */
export function deviceClockCheck(assertion: unknown): Check | undefined {
  const timeAt = (key: string): number => Date.parse(textAt(assertion, key) ?? '');
  const sealedAt = timeAt('sealedAt');
  const capturedAt = timeAt('capturedAt');
  // NaN if one of the two is missing, for which every comparison is false.
  const skew = timeAt('requestedAt') - sealedAt;
  if (Math.abs(skew) > TOLERANCE_MS) {
    const side = skew < 0 ? 'behind' : 'ahead';
    return outside(
      `The device's clock was ${about(Math.abs(skew))} ${side} when this was sealed.${captured(capturedAt)}`,
    );
  }
  // A capture precedes its seal, however late that is made.
  const ahead = capturedAt - sealedAt;
  if (ahead > TOLERANCE_MS) {
    return outside(
      `By the device's clock this was captured ${about(ahead)} after it was sealed: the clock was ahead.`,
    );
  }
  if (Number.isNaN(skew)) return undefined;
  return {
    code: INSIDE,
    passed: true,
    explanation: `The device's clock was right, give or take five minutes, when this was sealed.${captured(capturedAt)}`,
  };
}
