import assert from 'node:assert/strict';
import {it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {LATER_STAMP} from '@sealed-capture/seal/status-codes.js';
import {atValidationTime} from '../../src/engine/validation-time.js';

const stampedAt = (timestamp: string, ...codes: string[]): InspectionResult => ({
  labelValid: true,
  labelState: 'valid',
  reason: 'Nothing has changed.',
  signature: {validFrom: '2026-01-01T00:00:00Z', timestamp},
  checks: codes.map((code) => ({code, passed: true, explanation: 'So it is.'})),
});
const before = new Date('2026-03-01T00:00:00Z');
const stamp = '2026-04-01T00:00:00Z';

it('reports for a time before the time stamp that the seal did not exist then', () => {
  const {labelState, reason} = atValidationTime(stampedAt(stamp), before);
  assert.equal(labelState, 'untrusted');
  assert.match(reason, /this seal had not been made: its time stamp is of 2026-04-01/);
});

it('does not report this if the time stamp was added later, because the seal may be older', () => {
  const {labelState, reason} = atValidationTime(stampedAt(stamp, LATER_STAMP), before);
  assert.equal(labelState, 'untrusted');
  assert.match(reason, /nobody had confirmed when this seal was made: its time stamp is of 2026/);
});
