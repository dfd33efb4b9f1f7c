// A node:test reporter that counts tests (without suites) and measures the time of each test file, as JSON. It names the
// failed tests, and the files that they are in. Each test file is a suite of the module that runs it, see compile.mjs.

export default async function* counts(events) {
  const total = {passed: 0, skipped: 0};
  const files = [];
  const failedFiles = [];
  const failedTests = [];
  /** Names of what failed since the last file ended. */
  let failures = [];
  for await (const {type, data} of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const {details, name, nesting, skip} = data;
    const isSuite = details.type === 'suite';
    // A suite fails because of its tests, which are counted already, or because of a hook or a file that does not load.
    const isCounted = !isSuite || details.error?.failureType !== 'subtestsFailed';
    if (type === 'test:fail' && isCounted) failures.push(name);
    if (type === 'test:pass' && !isSuite && nesting > 0) {
      total[skip === undefined ? 'passed' : 'skipped'] += 1;
    }
    if (nesting > 0) continue;
    // The end of a file, or of a process that failed otherwise.
    if (isSuite) files.push({file: name, milliseconds: details.duration_ms});
    if (isSuite && failures.length > 0) failedFiles.push(name);
    failedTests.push(...failures.map((test) => `${name}: ${test}`));
    failures = [];
  }
  failedTests.push(...failures);
  yield JSON.stringify({...total, failed: failedTests.length, files, failedFiles, failedTests});
}
