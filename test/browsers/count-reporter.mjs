// A web-test-runner reporter that counts tests, names those that failed, and measures the time of each file. It writes
// JSON to the given file, or prints the counts. A page has one file, or a suite with the path of each, see pages.mjs.
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

const pathOf = ({testFile}) => relative(process.cwd(), testFile);

/** The files of a page with their tests; none if the page has not answered, since the browser hung or crashed. */
function filesIn(session) {
  const {testResults} = session;
  if (!testResults) return [];
  const path = pathOf(session);
  if (!filesOf(path)) return [{path, tests: testsOf(testResults)}];
  return testResults.suites.map((suite) => ({path: suite.name, tests: testsOf(suite)}));
}

/** What failed in a page, with the file to repeat. */
function failuresOf(session) {
  const {browser, errors, testResults} = session;
  const page = pathOf(session);
  const files = filesIn(session);
  const failed = files.flatMap(({path, tests}) =>
    tests.filter(hasFailed).map(({name}) => ({path, what: name})),
  );
  if (errors.length > 0 || !testResults) failed.push({path: page, what: 'its page'});
  else {
    const wanted = filesOf(page) ?? [];
    const missing = wanted.filter((path) => !files.some((file) => file.path === path));
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
      if (countsFile) writeFileSync(countsFile, JSON.stringify(counts));
      else console.log(`${counts.passed} passed, ${counts.failed} failed`);
    },
  };
}
