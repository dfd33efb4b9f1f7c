import {writeFileSync} from 'node:fs';
import type {Reporter, TestCase, TestResult} from '@playwright/test/reporter';

/** Counts for the last line of `npm test`. */
export default class CountReporter implements Reporter {
  readonly #tests = new Map<string, TestResult['status']>();

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#tests.set(test.id, result.status);
  }

  onEnd(): void {
    const count = (...wanted: TestResult['status'][]): number =>
      [...this.#tests.values()].filter((status) => wanted.includes(status)).length;
    const total = {
      passed: count('passed'),
      failed: count('failed', 'timedOut', 'interrupted'),
      skipped: count('skipped'),
    };
    writeFileSync(process.env.END_TO_END_COUNTS ?? 'counts.json', JSON.stringify(total));
  }
}
