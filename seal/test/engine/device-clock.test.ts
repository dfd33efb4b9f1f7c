import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {deviceClockChecks} from '../../src/engine/device-clock.js';
import type {Engine} from '../../src/engine/engine.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {options, sealFile, startEngine} from '../seal-file.js';
import {simplest} from '../sources.js';

const INSIDE = 'org.sealed-capture.deviceClock.insideTolerance';
const OUTSIDE = 'org.sealed-capture.deviceClock.outsideTolerance';
const LATER = 'org.sealed-capture.deviceClock.capturedAfterSealing';
const sealedAt = options.now.toISOString();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const after = (milliseconds: number) =>
  new Date(options.now.getTime() + milliseconds).toISOString();

describe('The device clock check', () => {
  const off: [milliseconds: number, words: string][] = [
    [5 * MINUTE + 1, 'about 5 minutes ahead'],
    [-7 * MINUTE, 'about 7 minutes behind'],
    [7.4 * MINUTE, 'about 7 minutes ahead'],
    [-HOUR, 'about 60 minutes behind'],
    [2 * HOUR, 'about 2 hours ahead'],
    [-40 * HOUR, 'about 40 hours behind'],
    [3.2 * DAY, 'about 3 days ahead'],
    [-400 * DAY, 'about 400 days behind'],
    [-20_600 * DAY, 'about 56 years behind'],
    [2_900_000 * DAY, 'about 7940 years ahead'],
  ];
  for (const [milliseconds, words] of off) {
    it(`reports that the clock was ${words}`, () => {
      const explanation = `The device's clock was ${words} when this was sealed.`;
      const checks = deviceClockChecks({sealedAt, requestedAt: after(milliseconds)});
      assert.deepEqual(checks, [{code: OUTSIDE, passed: false, explanation}]);
    });
  }

  it('passes for up to five minutes in either direction, however long ago the capture was', () => {
    for (const milliseconds of [0, 300, -299_999, 5 * MINUTE, -5 * MINUTE]) {
      const capturedAt = after(-90 * DAY);
      const [check] = deviceClockChecks({sealedAt, capturedAt, requestedAt: after(milliseconds)});
      assert.equal(check?.code, INSIDE);
      assert.equal(check.passed, true);
      assert.match(check.explanation, /^The device's clock was right/);
    }
  });

  it('reports the time of capture by that clock, whether it was right or not', () => {
    const capturedAt = '2026-11-20T23:04:59.999Z';
    const words =
      / when this was sealed\. By that clock it was captured on 2026-11-20 at 23:04 UTC\.$/;
    for (const requestedAt of [sealedAt, after(-7 * MINUTE)]) {
      const [check] = deviceClockChecks({sealedAt, capturedAt, requestedAt});
      assert.match(check?.explanation ?? '', words);
    }
  });

  it('reports a time of capture that is later than the seal, whatever the client gives as the time of its request', () => {
    const capturedAt = after(DAY);
    const explanation =
      'The time of capture is about 24 hours after the time of the seal, so it cannot be right.';
    const expected = {code: LATER, passed: false, explanation};
    const requests = ['2001-01-01T00:00:00Z', '2090-01-01T00:00:00Z', sealedAt, capturedAt];
    for (const requestedAt of [undefined, ...requests, after(2 * DAY), after(-DAY), 'now', '']) {
      const checks = deviceClockChecks({sealedAt, capturedAt, requestedAt});
      assert.deepEqual(checks[0], expected, requestedAt);
      // The clock is not called right at the same time.
      assert.ok(!checks.some(({passed}) => passed), requestedAt);
    }
  });

  it('reports how wrong the clock was beside it', () => {
    const checks = deviceClockChecks({
      sealedAt,
      capturedAt: after(90 * MINUTE),
      requestedAt: after(90 * MINUTE),
    });
    assert.deepEqual(
      checks.map(({code}) => code),
      [LATER, OUTSIDE],
    );
  });

  it('reports nothing if nothing is proven', () => {
    const capturedAt = after(-DAY);
    for (const assertion of [
      {sealedAt},
      {sealedAt, capturedAt},
      {sealedAt, capturedAt: after(4 * MINUTE)},
      {requestedAt: sealedAt, capturedAt},
      {sealedAt: 'today', requestedAt: after(DAY)},
      {sealedAt, requestedAt: 'now'},
      {sealedAt: 0, requestedAt: DAY},
      {},
      null,
      undefined,
      'text',
      [sealedAt],
    ])
      assert.deepEqual(deviceClockChecks(assertion), [], JSON.stringify(assertion));
  });
});

describe('The device clock in an inspection', () => {
  let authority: TestAuthority;
  let engine: Engine;
  before(async () => {
    authority = await makeAuthority();
    engine = await startEngine(authority.rootPem);
  });
  const [source] = simplest;
  const sealed = (requestedAt?: string, {signer} = authority) => {
    assert.ok(source);
    return sealFile(source, signer, {requestedAt});
  };
  const read = (file: Uint8Array) => readSeal(engine, file, source?.mediaType ?? '');

  it('is a check that never changes the verdict, and comes first among the failed checks', async () => {
    const {checks: without, ...plain} = await read((await sealed()).sealed);
    for (const requestedAt of [after(100), after(7 * MINUTE), after(-3 * DAY)]) {
      const {checks, ...verdict} = await read((await sealed(requestedAt)).sealed);
      assert.equal(verdict.labelValid, true);
      assert.deepEqual(verdict, {...plain, signature: verdict.signature});
      const clock = checks.filter(({code}) => code.includes('deviceClock'));
      assert.equal(clock.length, 1);
      assert.deepEqual(
        checks.filter((one) => !clock.includes(one)),
        without,
      );
      const passed = checks.map((one) => one.passed);
      assert.deepEqual(passed, [...passed].sort(), 'failed ones first');
      assert.equal(clock[0]?.passed, requestedAt === after(100));
    }
  });

  it('has no time of capture from an upload, because no device clock is known for it', async () => {
    assert.ok(source);
    const metadata = {capturedAt: '1999-01-01T00:00:00Z'};
    const explanation = async (origin: 'capture' | 'file') => {
      const options = {metadata, origin, requestedAt: after(100)};
      const {checks} = await read((await sealFile(source, authority.signer, options)).sealed);
      return checks.find(({code}) => code.includes('deviceClock'))?.explanation;
    };
    assert.match((await explanation('capture')) ?? '', /captured on 1999-01-01/);
    assert.match((await explanation('file')) ?? '', /was right[^.]*\.$/);
  });

  it('is not checked for unknown signers or broken seals, whose times prove nothing', async () => {
    const stranger = await makeAuthority('Stranger');
    const untrusted = await read((await sealed(after(DAY), stranger)).sealed);
    assert.equal(untrusted.labelState, 'untrusted');
    const {sealed: broken} = await sealed(after(DAY));
    broken[broken.length - 3]! ^= 1;
    const invalid = await read(broken);
    assert.equal(invalid.labelState, 'invalid');
    for (const {checks} of [untrusted, invalid]) {
      assert.ok(!checks.some(({code}) => code.includes('deviceClock')));
    }
  });
});
