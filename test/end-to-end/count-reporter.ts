import {writeFileSync} from 'node:fs';
import {relative} from 'node:path';
import type {Reporter, TestCase, TestError, TestResult} from '@playwright/test/reporter';

/** Counts the tests, names those that failed, and measures the time of each file, for the end of `npm test`. */
export default class CountReporter implements Reporter {
  readonly #tests = new Map<string, {name: string; file: string; status: TestResult['status']}>();
  /** Total time of the tests of each file, in milliseconds. */
  readonly #files = new Map<string, number>();
  readonly #secondTry = new Set<string>();

  /** The errors outside of tests. */
  readonly #errors: string[] = [];

  onError({message = 'no message'}: TestError): void {
    this.#errors.push(`outside of tests: ${message.split('\n', 1).join()}`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = relative(process.cwd(), test.location.file);
    this.#tests.set(test.id, {name: test.title, file, status: result.status});
    if (result.retry > 0 && result.status === 'passed') this.#secondTry.add(file);
    this.#files.set(file, (this.#files.get(file) ?? 0) + result.duration);
  }

  onEnd(): void {
    const ended = (...wanted: TestResult['status'][]) =>
      [...this.#tests.values()].filter(({status}) => wanted.includes(status));
    const failed = ended('failed', 'timedOut', 'interrupted');
    const total = {
      passed: ended('passed').length,
      failed: failed.length + this.#errors.length,
      skipped: ended('skipped').length,
      // An error outside of a test is not repeated, because it belongs to no file.
      failedFiles: this.#errors.length > 0 ? [] : [...new Set(failed.map(({file}) => file))],
      failedTests: [...failed.map(({file, name}) => `${file}: ${name}`), ...this.#errors],
      secondTry: [...this.#secondTry],
      files: [...this.#files].map(([file, milliseconds]) => ({file, milliseconds})),
    };
    writeFileSync(process.env.END_TO_END_COUNTS ?? 'counts.json', JSON.stringify(total));
  }
}
