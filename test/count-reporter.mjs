// A node:test reporter that counts tests (not their groups) as JSON.
export default async function* counts(events) {
  const total = {passed: 0, failed: 0, skipped: 0};
  for await (const {type, data} of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite') continue;
    if (data.skip !== undefined) total.skipped += 1;
    else if (type === 'test:pass') total.passed += 1;
    else total.failed += 1;
  }
  yield JSON.stringify(total);
}
