import {drawn, randomNumbers, uuidOf} from './random.js';

/** Events during or after the captures. */
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
  'switch account',
  'hang storage',
] as const;
export type Happening = (typeof happenings)[number];

/** How pages deliver their sealed files: not at all (event only), by their own upload, or with `deliver-to`. */
export const ways = ['event', 'upload', 'deliver-to'] as const;
export type Way = (typeof ways)[number];

/** The accounts that take turns on the device; the first means nobody. */
export const accounts = ['', 'alice', 'bob'] as const;
export type Account = (typeof accounts)[number];

/** Faults of a request for a seal. */
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

/** Faults of an upload to the page's own storage. */
export const storageSpoilings = [
  'pass',
  'hold',
  'cut before it is stored',
  'cut after it is stored',
  'status 503',
  'status 429',
  'status 413',
  'portal',
] as const;
export type StorageSpoiling = (typeof storageSpoilings)[number];

export interface Step {
  /** The tab that captures, and the tab that the event affects: both modulo the number of open tabs. */
  tab: number;
  captureIds: string[];
  /** The captures wait until a `release`, or the end. */
  areHeld: boolean;
  happening: Happening;
  /** Delay of the event after the start of the first capture, in milliseconds; undefined: after all were reported. */
  after?: number;
  /** Another number from 0 to 1: how far the clock is set, or how long an outage is. */
  amount: number;
  /** The settings of pages that open in this step, and the account after a switch. */
  page: {way: Way; account: Account};
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
  'switch account': 10,
  'hang storage': 3,
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

const storageSpoilingWeights: Record<StorageSpoiling, number> = {
  pass: 60,
  hold: 12,
  'cut before it is stored': 6,
  'cut after it is stored': 6,
  'status 503': 4,
  'status 429': 3,
  'status 413': 1,
  portal: 4,
};

const LARGEST_BATCH = 7;
/** One in this many steps makes captures that are held. */
const HELD = 10;

/** The steps of a soak, without end. They depend only on the seed. */
export function* steps(seed: number): Generator<Step, never> {
  const random = randomNumbers('steps', seed);
  const next = (): number => random.next().value;
  for (let made = 0; ;) {
    const count = 1 + Math.floor(next() * LARGEST_BATCH);
    const captureIds = Array.from({length: count}, () => uuidOf('capture', seed, made++));
    const happening = drawn(happeningWeights, next());
    const [tab, after, amount] = [Math.floor(next() * 60), next(), next()];
    const areHeld = next() < 1 / HELD;
    const [way = ways[0], account = accounts[0]] = [oneOf(ways, next()), oneOf(accounts, next())];
    // Half of the events happen while captures are made.
    yield {
      tab,
      captureIds,
      areHeld,
      happening,
      after: after < 0.5 ? Math.round(after * 300) : undefined,
      amount,
      page: {way, account},
    };
  }
}

const oneOf = <T>(all: readonly T[], random: number): T | undefined =>
  all[Math.floor(random * all.length)];

export interface Spoilt<T = Spoiling> {
  spoiling: T;
  /** Delay of the answer in milliseconds. */
  delay: number;
}

/**
 * The fault of the nth request for a capture; it depends only on these arguments. From the fifth request on, there is
 * none.
 */
export function spoilingOf(seed: number, captureId: string, attempt: number): Spoilt {
  const random = randomNumbers('answer', seed, captureId, attempt);
  const [which, delay] = [random.next().value, random.next().value];
  const spoiling = attempt > 4 ? 'pass' : drawn(spoilingWeights, which);
  return {spoiling, delay: Math.round(delay * 40)};
}

/** The same for the nth upload of a capture. */
export function storageSpoilingOf(
  seed: number,
  captureId: string,
  attempt: number,
): Spoilt<StorageSpoiling> {
  const random = randomNumbers('upload', seed, captureId, attempt);
  const [which, delay] = [random.next().value, random.next().value];
  const spoiling = attempt > 4 ? 'pass' : drawn(storageSpoilingWeights, which);
  return {spoiling, delay: Math.round(delay * (spoiling === 'hold' ? 1_500 : 40))};
}
