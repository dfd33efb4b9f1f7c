import {writeFileSync} from 'node:fs';
import {relative} from 'node:path';
import type {Reporter, TestCase, TestResult} from '@playwright/test/reporter';

/** Counts the tests and measures the time of each file, for the last lines of `npm test`. */
export default class CountReporter implements Reporter {
  readonly #tests = new Map<string, TestResult['status']>();
  /** Total time of the tests of each file, in milliseconds. */
  readonly #files = new Map<string, number>();
  readonly #secondTry = new Set<string>();

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#tests.set(test.id, result.status);
    const file = relative(process.cwd(), test.location.file);
    if (result.retry > 0 && result.status === 'passed') this.#secondTry.add(file);
    this.#files.set(file, (this.#files.get(file) ?? 0) + result.duration);
  }

  onEnd(): void {
    const count = (...wanted: TestResult['status'][]): number =>
      [...this.#tests.values()].filter((status) => wanted.includes(status)).length;
    const total = {
      passed: count('passed'),
      failed: count('failed', 'timedOut', 'interrupted'),
      skipped: count('skipped'),
      secondTry: [...this.#secondTry],
      files: [...this.#files].map(([file, milliseconds]) => ({file, milliseconds})),
    };
    writeFileSync(process.env.END_TO_END_COUNTS ?? 'counts.json', JSON.stringify(total));
  }
}
