// A node:test reporter that counts tests (without suites) and measures the time of each file, as JSON. It names the
// files with failures.
import {join, relative} from 'node:path';
import {compiledFolder} from './compile.mjs';

/** The compiled file of a test; source maps report the source instead. */
const compiled = (file) =>
  file.endsWith('.ts') ? join(compiledFolder, relative('.', file).replace(/\.ts$/, '.js')) : file;

export default async function* counts(events) {
  const total = {passed: 0, failed: 0, skipped: 0};
  const started = new Map();
  const ended = new Map();
  const failedFiles = new Set();
  for await (const {type, data} of events) {
    if (type === 'test:dequeue' && data.name === data.file) started.set(data.file, Date.now());
    if (type === 'test:complete' && data.file) ended.set(data.file, Date.now());
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite') continue;
    if (data.skip !== undefined) total.skipped += 1;
    else if (type === 'test:pass') total.passed += 1;
    else {
      total.failed += 1;
      if (data.file) failedFiles.add(compiled(data.file));
    }
  }
  const files = [...started].map(([file, start]) => ({
    file: relative(compiledFolder, file).replace(/\.js$/, '.ts'),
    milliseconds: (ended.get(file) ?? start) - start,
  }));
  yield JSON.stringify({...total, files, failedFiles: [...failedFiles]});
}
