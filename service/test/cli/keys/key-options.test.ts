import assert from 'node:assert/strict';
import {readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import {auditFiles} from '../../../src/audit/audit-files.js';
import {runKeys} from '../../../src/cli/keys/cli-keys.js';
import {keyLine} from '../../../src/cli/keys/key-line.js';
import {changeOf, propertiesOf, spanIn} from '../../../src/cli/keys/key-options.js';
import type {CreatedKey} from '../../../src/keys/api-keys.js';
import type {KeySummary} from '../../../src/keys/key-summary.js';
import {UsageError} from '../../../src/settings/settings-error.js';
import {temporaryFolder} from '../../service-fixture.js';
import {runCommand} from '../run-command.js';

const NOW = Date.parse('2026-11-24T12:00:00Z');

describe('The options of the keys command', () => {
  it('set the roles, origins, expiry and limits of a key', () => {
    const values = {
      name: 'Shop',
      roles: 'inspect,seal',
      origin: ['https://app.example'],
      expires: '90d',
      'per-minute': '600',
      concurrency: '0',
    };
    assert.deepEqual(propertiesOf(values, NOW), {
      name: 'Shop',
      roles: ['seal', 'inspect'],
      origins: ['https://app.example'],
      expiresAt: '2027-02-22T12:00:00.000Z',
      limits: {perMinute: 600, concurrency: 0},
    });
    assert.deepEqual(propertiesOf({}, NOW), {});
  });

  it('accept a day, a time or a duration as the expiry', () => {
    for (const [text, time] of [
      ['2027-01-31', '2027-01-31T00:00:00.000Z'],
      ['2027-01-31T12:00:00Z', '2027-01-31T12:00:00.000Z'],
      ['2027-01-31T12:00+02:00', '2027-01-31T10:00:00.000Z'],
      ['12h', '2026-11-25T00:00:00.000Z'],
    ] as const) {
      assert.equal(propertiesOf({expires: text}, NOW).expiresAt, time, text);
    }
    assert.deepEqual(['0', '30m', '24h', '7d', '1y', '-1d', ''].map(spanIn), [
      0,
      1_800_000,
      86_400_000,
      604_800_000,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('remove properties of a key again', () => {
    const values = {origin: ['none'], expires: 'none', 'per-minute': 'none', concurrency: '2'};
    assert.deepEqual(changeOf(values, NOW), {
      origins: null,
      expiresAt: null,
      limits: {perMinute: null, concurrency: 2},
    });
  });

  for (const [values, named] of [
    [{roles: 'everything'}, /--roles/],
    [{roles: ''}, /--roles/],
    [{roles: 'claim-capture'}, /--roles must hold seal/],
    [{origin: ['app.example']}, /--origin/],
    [{origin: ['https://app.example/']}, /--origin/],
    [{origin: ['*']}, /--origin/],
    [{origin: ['none']}, /--origin/],
    [{expires: '2026-01-01'}, /--expires .* to come/],
    [{expires: '2027-02-31'}, /--expires/],
    [{expires: 'soon'}, /--expires/],
    [{expires: 'none'}, /--expires/],
    [{'per-minute': '-1'}, /--per-minute/],
    [{concurrency: '1.5'}, /--concurrency/],
    [{'seals-per-day': '1000000001'}, /--seals-per-day/],
    [{name: 'two\nlines'}, /--name/],
  ] as const) {
    it(`report ${JSON.stringify(values)} as wrong usage, with the name of the option`, () => {
      const given = {...values, ...('origin' in values && {origin: [...values.origin]})};
      assert.throws(
        () => propertiesOf(given as Parameters<typeof propertiesOf>[0], NOW),
        (error) => error instanceof UsageError && named.test(error.message),
      );
    });
  }

  for (const args of [
    ['change'],
    ['change', 'key_a'],
    ['rotate'],
    ['rotate', 'key_a', '--overlap', 'long'],
    ['rotate', 'key_a', '--overlap', '91d'],
    ['create', '--environment', 'live', '--roles', 'seal', '--may-claim-capture'],
  ]) {
    it(`report "keys ${args.join(' ')}" as wrong usage`, async () => {
      await assert.rejects(runKeys(args), UsageError);
    });
  }
});

it('each line of the list shows the restrictions of a key', () => {
  const key: KeySummary = {
    id: 'key_a',
    name: 'Shop',
    environment: 'live',
    roles: ['seal', 'inspect'],
    mayClaimCapture: false,
    createdAt: '2026-11-01T00:00:00.000Z',
    changedAt: '2026-11-02T00:00:00.000Z',
    expiresAt: '2026-12-01T00:00:00.000Z',
    origins: ['https://app.example'],
    limits: {perMinute: 60, sealsPerDay: 0},
  };
  assert.equal(
    keyLine(key, NOW),
    'key_a  live     2026-11-01T00:00:00.000Z  active, may seal+inspect, until 2026-12-01T00:00:00.000Z, for https://app.example, 60 requests a minute, any number seals a day, changed 2026-11-02T00:00:00.000Z  Shop',
  );
  assert.match(keyLine(key, Date.parse('2026-12-02')), / {2}expired 2026-12-01T00:00:00.000Z, may/);
});

it('keys are changed and rotated with commands, which the audit log records', async () => {
  const folder = await temporaryFolder();
  const audit = join(folder, 'audit');
  const environment = {SEALED_CAPTURE_DATA: join(folder, 'data'), SEALED_CAPTURE_AUDIT: audit};
  const run = async <T>(...args: string[]) => {
    const {status, out, err} = await runCommand(['keys', ...args, '--json'], {environment});
    assert.equal(status, 0, err);
    return JSON.parse(out) as T;
  };
  const {id, key} = await run<CreatedKey>('create', '--environment', 'live', '--roles', 'seal');
  const changed = await run<KeySummary>('change', id, '--roles', 'inspect', '--concurrency', '3');
  assert.deepEqual([changed.roles, changed.limits], [['inspect'], {concurrency: 3}]);
  const rotated = await run<CreatedKey & {formerUntil: string}>('rotate', id, '--overlap', '2h');
  assert.ok(rotated.id === id && rotated.key !== key && rotated.formerUntil, rotated.formerUntil);
  const texts = (await auditFiles(audit)).map((name) => readFile(join(audit, name), 'utf8'));
  const entries = (await Promise.all(texts))
    .flatMap((text) => text.trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({event}) => event !== 'began');
  assert.deepEqual(
    entries.map(({event, keyId, changed: what}) => [event, keyId, what]),
    [
      ['key-created', id, undefined],
      ['key-changed', id, ['limits', 'roles']],
      ['key-rotated', id, undefined],
    ],
  );
  assert.ok(!JSON.stringify(entries).includes(rotated.secret));
  await rm(folder, {recursive: true});
});
