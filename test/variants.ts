/** True in `npm test`. At night, and if a file is run by itself, everything runs. */
const isDay = process.env.TESTS_AT === 'day';

/**
 * The cases of one promise: by day the first `byDay` of them, at night each. For cases that repeat the same test with
 * another value, so that the first notices almost every fault.
 */
export const variants = <T>(all: readonly T[], byDay = 1): readonly T[] =>
  isDay ? all.slice(0, byDay) : all;

/**
 * `atNight(it)` or `atNight(test)` registers a test that runs at night only. Write beside it which test has its promise
 * by day.
 */
export const atNight = <T extends (...given: never[]) => unknown>(register: T): T =>
  isDay ? ((() => undefined) as unknown as T) : register;
