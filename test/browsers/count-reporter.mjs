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

/** The counts of the pages that have ended, given as the sessions of each. A page that has not ended counts as failed. */
function countsOf(ended, testFiles) {
  const sessions = [...ended.values()].flat();
  const tests = sessions.flatMap((session) => filesIn(session).flatMap((file) => file.tests));
  const failed = sessions.flatMap(failuresOf);
  const unanswered = new Set(sessions.filter(({testResults}) => !testResults).map(pathOf));
  for (const testFile of testFiles) {
    if (ended.has(testFile)) continue;
    const path = pathOf({testFile});
    unanswered.add(path);
    failed.push({path, test: `${path}: it did not end`});
  }
  return {
    passed: tests.filter(({passed, skipped}) => passed && !skipped).length,
    failed: failed.length,
    skipped: tests.filter(({skipped}) => skipped).length,
    failedFiles: [...new Set(failed.map(({path}) => path))],
    failedTests: failed.map(({test}) => test),
    /** The files whose pages have not answered, since the browser hung or crashed. */
    unanswered: [...unanswered],
    files: sessions.flatMap((session) =>
      filesIn(session).map(({path, tests: inFile}) => ({
        file: `${path} (${session.browser.name})`,
        milliseconds: inFile.reduce((sum, {duration = 0}) => sum + duration, 0),
      })),
    ),
  };
}

/** Counts after each page, so that a run that is stopped has counted the pages that ended. */
export function countReporter(countsFile) {
  let testFiles = [];
  const ended = new Map();
  const write = () => {
    if (countsFile) writeFileSync(countsFile, JSON.stringify(countsOf(ended, testFiles)));
  };
  return {
    start({testFiles: all}) {
      testFiles = all;
      write();
    },
    reportTestFileResults({testFile, sessionsForTestFile}) {
      ended.set(testFile, sessionsForTestFile);
      write();
    },
    onTestRunFinished() {
      if (countsFile) return;
      const {passed, failed} = countsOf(ended, testFiles);
      console.log(`${passed} passed, ${failed} failed`);
    },
  };
}
