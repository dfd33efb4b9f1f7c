import {drawn, randomNumbers, uuidOf} from './random.js';

/** What happens while captures are made, or after. */
export const happenings = [
  'nothing',
  'hurry',
  'reload',
  'kill',
  'close tab',
  'open tab',
  'offline',
  'unreachable',
  'restart browser',
  'crash browser',
  'restart service',
  'replace key',
  'change credentials',
  'release',
  'discard',
  'set clock',
] as const;
export type Happening = (typeof happenings)[number];

/** What becomes of a request for a seal. */
export const spoilings = [
  'pass',
  'status 500',
  'status 503',
  'status 429',
  'silence',
  'reset-before',
  'reset-after',
  'reset-within',
  'cut-short with length',
  'cut-short without length',
  'of-another',
  'garbage',
  'portal',
] as const;
export type Spoiling = (typeof spoilings)[number];

export interface Step {
  /** Which tab captures, and which one it happens to: both modulo the number of open ones. */
  tab: number;
  captureIds: string[];
  /** They wait until a `release`, or the end. */
  areHeld: boolean;
  happening: Happening;
  /** It happens so long after the first capture was begun, in milliseconds; undefined: when all were told. */
  after?: number;
  /** A further number from 0 to 1: how far the clock is set, how long a spell is. */
  amount: number;
}

const happeningWeights: Record<Happening, number> = {
  nothing: 22,
  hurry: 20,
  reload: 16,
  kill: 12,
  'close tab': 6,
  'open tab': 8,
  offline: 5,
  unreachable: 5,
  'restart browser': 1.5,
  'crash browser': 1.5,
  'restart service': 2,
  'replace key': 1.5,
  'change credentials': 4,
  release: 5,
  discard: 4,
  'set clock': 4,
};

const spoilingWeights: Record<Spoiling, number> = {
  pass: 60,
  'status 500': 4,
  'status 503': 4,
  'status 429': 3,
  silence: 1,
  'reset-before': 5,
  'reset-after': 5,
  'reset-within': 4,
  'cut-short with length': 3,
  'cut-short without length': 3,
  'of-another': 2,
  garbage: 2,
  portal: 4,
};

const LARGEST_BATCH = 14;
/** One of so many steps makes captures that are held. */
const HELD = 10;

/** The steps of a soak, without end; they depend on the seed alone. */
export function* steps(seed: number): Generator<Step, never> {
  const random = randomNumbers('steps', seed);
  const next = (): number => random.next().value;
  for (let made = 0; ;) {
    const count = 1 + Math.floor(next() * LARGEST_BATCH);
    const captureIds = Array.from({length: count}, () => uuidOf('capture', seed, made++));
    const happening = drawn(happeningWeights, next());
    const [tab, after, amount] = [Math.floor(next() * 60), next(), next()];
    const areHeld = next() < 1 / HELD;
    // Half of them hit captures that are being made.
    yield {
      tab,
      captureIds,
      areHeld,
      happening,
      after: after < 0.5 ? Math.round(after * 300) : undefined,
      amount,
    };
  }
}

export interface Spoilt {
  spoiling: Spoiling;
  /** Milliseconds that the answer is held back. */
  delay: number;
}

/** What becomes of the nth request for a capture; it depends on these alone. From the fifth on they pass. */
export function spoilingOf(seed: number, captureId: string, attempt: number): Spoilt {
  const random = randomNumbers('answer', seed, captureId, attempt);
  const [which, delay] = [random.next().value, random.next().value];
  const spoiling = attempt > 4 ? 'pass' : drawn(spoilingWeights, which);
  return {spoiling, delay: Math.round(delay * 40)};
}
