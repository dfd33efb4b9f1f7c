import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {FileOutcome} from '../../src/inspection/inspect-files.js';
import {report} from '../../src/inspection/report.js';
import {validationTime} from '../../src/inspection/rfc3339.js';
import {Summary} from '../../src/inspection/summary.js';
import {UsageError} from '../../src/settings/settings-error.js';

const result = (labelState: InspectionResult['labelState']): InspectionResult => ({
  labelValid: labelState === 'valid',
  labelState,
  reason: 'So it is.',
  checks: [],
});
const inspected = (labelState: InspectionResult['labelState'], crJson?: string): FileOutcome => ({
  name: 'inspected',
  path: 'a.jpg',
  result: result(labelState),
  crJson,
});
const unreadable: FileOutcome = {
  name: 'unreadable',
  path: 'a.jpg',
  code: 'not_found',
  message: 'There is no such file.',
};

describe('The report of an inspection', () => {
  it('lets no file name write control characters or change the reading direction', () => {
    const signature = {
      signedBy: 'Eve\u001b]0;owned\u0007\u202e',
      timestamp: '2026-11-23T00:00:00Z',
    };
    const outcome: FileOutcome = {
      name: 'inspected',
      path: 'a\nvalid\r.jpg',
      result: {...result('untrusted'), signature},
    };
    assert.equal(
      report(outcome, 'text'),
      'a[U+000A]valid[U+000D].jpg: untrusted. So it is. Signer: Eve[U+001B]]0;owned[U+0007][U+202E]. Time: 2026-11-23T00:00:00Z.\n',
    );
  });

  it('writes them as escapes in every form of JSON', () => {
    const path = 'a\u202e\u009b.jpg';
    const crJson = JSON.stringify({manifests: [{label: path}]});
    const outcome: FileOutcome = {name: 'inspected', path, result: result('valid'), crJson};
    for (const format of ['json', 'crjson', 'crjson-lines'] as const) {
      const text = report(outcome, format);
      assert.match(text, /^[\n -~]+$/);
      assert.ok(text.includes('a\\u202e\\u009b.jpg'), text);
    }
  });

  it('says of a signer that its name mixes alphabets', () => {
    const signature = {signedBy: '\u0410dobe Inc', timestamp: '2026-11-23T00:00:00Z'};
    const outcome: FileOutcome = {
      name: 'inspected',
      path: 'a.jpg',
      result: {...result('valid'), signature},
    };
    assert.match(
      report(outcome, 'text'),
      /Signer: \u0410dobe Inc \(mixes letters of several alphabets: Cyrillic, Latin\)\./,
    );
  });

  it('says of a seal of a sandbox that it is no evidence, unless it is broken', () => {
    const signature = {signedBy: 'Harbour', environment: 'sandbox' as const};
    const words = (labelState: InspectionResult['labelState']) =>
      report(
        {name: 'inspected', path: 'a.jpg', result: {...result(labelState), signature}},
        'text',
      );
    assert.match(words('valid'), /Sandbox seal: for trying, not evidence\./);
    assert.match(words('untrusted'), /Sandbox seal: for trying, not evidence\./);
    assert.doesNotMatch(words('invalid'), /Sandbox/);
  });

  it('mentions that a seal may be older than a time stamp that was added later', () => {
    const signature = {signedBy: 'Harbour', timestamp: '2026-11-23T00:00:00Z'};
    const code = 'org.sealed-capture.timeStamp.later';
    const checks = [{code, passed: true, explanation: 'The seal may be older.'}];
    const outcome: FileOutcome = {
      name: 'inspected',
      path: 'a.jpg',
      result: {...result('valid'), signature, checks},
    };
    assert.match(report(outcome, 'text'), / Time: 2026-11-23T00:00:00Z or before\.\n$/);
  });

  it('is one JSON object per line, with the file name, or crJSON with the file name beside its members', () => {
    const {file, ...rest} = JSON.parse(report(inspected('valid'), 'json')) as {file: string};
    assert.deepEqual([file, rest], ['a.jpg', result('valid')]);
    assert.equal(
      report(inspected('valid', '{"manifests":[]}'), 'crjson-lines'),
      '{"file":"a.jpg","manifests":[]}\n',
    );
    assert.equal(
      report(inspected('valid', '{"manifests":[]}'), 'crjson'),
      '{\n  "manifests": []\n}\n',
    );
    const error = {code: 'not_found', message: 'There is no such file.'};
    assert.deepEqual(JSON.parse(report(unreadable, 'crjson')), {file: 'a.jpg', error});
  });

  it('does not report a seal that could not be read as crJSON without manifests', () => {
    const error = {code: 'seal_unreadable', message: 'So it is.'};
    assert.deepEqual(JSON.parse(report(inspected('invalid'), 'crjson')), {file: 'a.jpg', error});
  });
});

describe('The exit status of an inspection', () => {
  const statusOf = (...outcomes: FileOutcome[]): number => {
    const summary = new Summary();
    for (const outcome of outcomes) summary.add(outcome);
    return summary.status;
  };
  const valid = inspected('valid');

  it('is 0 if all files are valid, and otherwise that of the worst', () => {
    assert.equal(statusOf(valid, valid, {name: 'other', path: 'notes.txt'}), 0);
    assert.equal(statusOf(valid, inspected('untrusted')), 2);
    assert.equal(statusOf(valid, inspected('none')), 2);
    assert.equal(statusOf(inspected('none'), unreadable, valid), 3);
    assert.equal(statusOf(inspected('unchecked'), inspected('untrusted')), 3);
    assert.equal(statusOf(unreadable, inspected('invalid'), valid), 1);
  });

  it('is not 0 if there was nothing to inspect', () => {
    assert.equal(statusOf(), 3);
    assert.equal(statusOf({name: 'other', path: 'notes.txt'}), 3);
  });
});

describe('A validation time', () => {
  it('is parsed with its offset and fraction', () => {
    const read = (text: string) => validationTime(text).toISOString();
    assert.equal(read('2026-11-23T12:00:00Z'), '2026-11-23T12:00:00.000Z');
    assert.equal(read('2026-11-23t12:00:00.123456+02:30'), '2026-11-23T09:30:00.123Z');
    assert.equal(read('2024-02-29T23:59:59-01:00'), '2024-03-01T00:59:59.000Z');
  });

  for (const text of [
    '',
    'now',
    '2026-11-23',
    '2026-11-23T12:00:00',
    '2026-11-23 12:00:00Z',
    '2026-02-30T12:00:00Z',
    '2025-02-29T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-11-23T25:00:00Z',
    '2026-11-23T12:00:00+99:00',
    '12026-11-23T12:00:00Z',
  ]) {
    it(`cannot be ${JSON.stringify(text)}`, () => {
      assert.throws(() => validationTime(text), UsageError);
    });
  }
});
