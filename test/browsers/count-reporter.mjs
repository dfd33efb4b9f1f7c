// A web-test-runner reporter that counts tests, names those that failed, and measures the time of each file. It writes
// JSON to the given file. The tests of a file are a suite with its path, see modules.mjs.
import {writeFileSync} from 'node:fs';
import {relative} from 'node:path';
import {filesOf} from './pages.mjs';

/** The tests of a suite, each with the names of the suites in it. */
const testsOf = ({tests, suites}) => [
  ...tests,
  ...suites.flatMap((suite) =>
    testsOf(suite).map((test) => ({...test, name: `${suite.name} ${test.name}`})),
  ),
];
const hasFailed = ({passed, skipped}) => !passed && !skipped;

/** The files of a page with their tests; none if the page has not answered, since the browser hung or crashed. */
const filesIn = ({testResults}) =>
  (testResults?.suites ?? []).map((suite) => ({path: suite.name, tests: testsOf(suite)}));

/** What failed in a page, with the file to repeat. */
function failuresOf(session) {
  const {browser, errors, testResults} = session;
  const page = relative(process.cwd(), session.testFile);
  const files = filesIn(session);
  const failed = files.flatMap(({path, tests}) =>
    tests.filter(hasFailed).map(({name}) => ({path, what: name})),
  );
  if (errors.length > 0 || !testResults) failed.push({path: page, what: 'its page'});
  else {
    const missing = filesOf(page).filter((path) => !files.some((file) => file.path === path));
    failed.push(...missing.map((path) => ({path, what: 'it did not run'})));
  }
  return failed.map(({path, what}) => ({path, test: `${path} (${browser.name}): ${what}`}));
}

export function countReporter(countsFile) {
  return {
    onTestRunFinished({sessions}) {
      const tests = sessions.flatMap((session) => filesIn(session).flatMap((file) => file.tests));
      const failed = sessions.flatMap(failuresOf);
      const counts = {
        passed: tests.filter(({passed, skipped}) => passed && !skipped).length,
        failed: failed.length,
        skipped: tests.filter(({skipped}) => skipped).length,
        failedFiles: [...new Set(failed.map(({path}) => path))],
        failedTests: failed.map(({test}) => test),
        unanswered: sessions.filter(({testResults}) => !testResults).length,
        files: sessions.flatMap((session) =>
          filesIn(session).map(({path, tests}) => ({
            file: `${path} (${session.browser.name})`,
            milliseconds: tests.reduce((sum, {duration = 0}) => sum + duration, 0),
          })),
        ),
      };
      writeFileSync(countsFile, JSON.stringify(counts));
    },
  };
}
