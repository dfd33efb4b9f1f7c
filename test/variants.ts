/** True in `npm test`. At night, in `npm run node-versions`, and if a file is run alone, everything runs. */
const isDay = process.env.TESTS_AT === 'day';

/**
 * The cases of one promise: `npm test` runs the first `byDay` of them, `npm run test:night` each. For cases that repeat
 * the same test with another value, so that the first notices almost every fault. A test file imports this itself; a
 * browser test that does so runs in Chromium alone, and needs neither sound nor devices.
 */
export const variants = <T>(all: readonly T[], byDay = 1): readonly T[] =>
  isDay ? all.slice(0, byDay) : all;

/**
 * `atNight(it)` or `atNight(test)` registers a test that `npm test` leaves out. The comment above it names the test files
 * that check its promise by day; `npm test` refuses one that does not run then.
 */
export const atNight = <T extends (...given: never[]) => unknown>(register: T): T =>
  isDay ? ((() => undefined) as unknown as T) : register;

/** How many random cases a test runs. A file that is run alone runs as many as by day. */
export const timesNow = (byDay: number, byNight: number): number =>
  process.env.TESTS_AT === 'night' ? byNight : byDay;
