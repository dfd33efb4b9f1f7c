// A web-test-runner reporter that counts tests and measures the time of each file. It writes JSON to the given file.
import {writeFileSync} from 'node:fs';
import {relative} from 'node:path';

const testsOf = (suite) => [...suite.tests, ...suite.suites.flatMap(testsOf)];

export function countReporter(countsFile) {
  // The first page starts before the reporter does.
  const started = new Map();
  const files = [];
  return {
    start({sessions, startTime}) {
      sessions.on('session-status-updated', ({id, status, testFile, browser}) => {
        if (status === 'INITIALIZING') started.set(id, Date.now());
        if (status !== 'FINISHED') return;
        const file = `${relative(process.cwd(), testFile)} (${browser.name})`;
        files.push({file, milliseconds: Date.now() - (started.get(id) ?? startTime)});
      });
    },
    onTestRunFinished({sessions}) {
      const tests = sessions.flatMap(({testResults}) => (testResults ? testsOf(testResults) : []));
      const broken = sessions.filter(({errors, testResults}) => errors.length > 0 || !testResults);
      const counts = {
        passed: tests.filter(({passed, skipped}) => passed && !skipped).length,
        failed: tests.filter(({passed, skipped}) => !passed && !skipped).length + broken.length,
        skipped: tests.filter(({skipped}) => skipped).length,
        // Files whose page never returned results: the browser hung or crashed, and no test failed.
        failedFiles: sessions
          .filter(({passed}) => !passed)
          .map(({testFile}) => relative(process.cwd(), testFile)),
        unanswered: sessions.filter(({testResults}) => !testResults).length,
        files,
      };
      writeFileSync(countsFile, JSON.stringify(counts));
    },
  };
}
