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

/**
 * The seeds of random cases: the first `byDay`, and at night `byNight`. A file that is run alone has those of the day;
 * `SEED=17` repeats one case.
 */
export function seedsNow(byDay: number, byNight: number): number[] {
  const {SEED, TESTS_AT} = process.env;
  const length = TESTS_AT === 'night' ? byNight : byDay;
  return SEED ? [Number(SEED)] : Array.from({length}, (_, index) => index + 1);
}
