// A node:test reporter that writes as JSON how many tests (without suites) passed, how long each file took, and which
// files have failures.
import {join, relative} from 'node:path';
import {compiledFolder} from './compile.mjs';

/** The compiled file of a test. Source maps report the source of most tests instead. */
const compiled = (file) =>
  file.endsWith('.ts') ? join(compiledFolder, relative('.', file).replace(/\.ts$/, '.js')) : file;

export default async function* counts(events) {
  const total = {passed: 0, failed: 0, skipped: 0};
  const files = [];
  const failedFiles = new Set();
  for await (const {type, data} of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const {details, name, file} = data;
    const isSuite = details.type === 'suite';
    /** Each test file is a suite of the module that runs its folder. */
    const isFile = isSuite && name.endsWith('.test.ts');
    if (isFile) files.push({file: name, milliseconds: details.duration_ms});
    if (type === 'test:fail') {
      // The tests of a suite are counted themselves; its hooks, and a file that cannot be loaded, are not.
      if (isSuite && details.error?.failureType === 'subtestsFailed') continue;
      total.failed += 1;
      if (isFile || file) failedFiles.add(compiled(isFile ? name : file));
    } else if (!isSuite) {
      total[data.skip === undefined ? 'passed' : 'skipped'] += 1;
    }
  }
  yield JSON.stringify({...total, files, failedFiles: [...failedFiles]});
}
