// A web-test-runner reporter that counts tests, names those that failed, and measures the time of each file. It writes
// JSON to the given file. The tests of a file are a suite with its path, see modules.mjs.
import {writeFileSync} from 'node:fs';
import {relative} from 'node:path';

const testsOf = (suite) => [...suite.tests, ...suite.suites.flatMap(testsOf)];
const hasFailed = ({passed, skipped}) => !passed && !skipped;

export function countReporter(countsFile) {
  return {
    onTestRunFinished({sessions}) {
      const pages = sessions.map(({browser, errors, testFile, testResults}) => ({
        browser: browser.name,
        path: relative(process.cwd(), testFile),
        files: (testResults?.suites ?? []).map((suite) => ({
          path: suite.name,
          tests: testsOf(suite),
        })),
        // The page never returned results, since the browser hung or crashed, or it had an error beside its tests.
        isBroken: errors.length > 0 || !testResults,
        isAnswered: testResults !== undefined,
      }));
      const tests = pages.flatMap(({files}) => files.flatMap((file) => file.tests));
      const broken = pages.filter(({isBroken}) => isBroken);
      const failedIn = ({browser, files}) =>
        files.flatMap(({path, tests}) =>
          tests.filter(hasFailed).map(({name}) => ({path, test: `${path} (${browser}): ${name}`})),
        );
      const failed = [
        ...pages.flatMap(failedIn),
        ...broken.map(({browser, path}) => ({path, test: `${path} (${browser}): its page`})),
      ];
      const counts = {
        passed: tests.filter(({passed, skipped}) => passed && !skipped).length,
        failed: failed.length,
        skipped: tests.filter(({skipped}) => skipped).length,
        failedFiles: [...new Set(failed.map(({path}) => path))],
        failedTests: failed.map(({test}) => test),
        unanswered: pages.filter(({isAnswered}) => !isAnswered).length,
        files: pages.flatMap(({browser, files}) =>
          files.map(({path, tests}) => ({
            file: `${path} (${browser})`,
            milliseconds: tests.reduce((sum, {duration = 0}) => sum + duration, 0),
          })),
        ),
      };
      writeFileSync(countsFile, JSON.stringify(counts));
    },
  };
}
