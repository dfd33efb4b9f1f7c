import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {gaps} from '../../../../src/core/inspection/signals/gaps.js';
import {outOfOrder} from '../../../../src/core/inspection/signals/out-of-order.js';
import {known, none, sealed} from './known.js';

const gapsIn = (...names: string[]) => gaps(names.map((name) => known(name)));
const missing = (...names: string[]) =>
  gapsIn(...names).map((signal) => (signal.kind === 'gap' ? signal.missing : []));
const numbers = (...all: number[]) =>
  all.map((number) => `IMG_${String(number).padStart(4, '0')}.jpg`);

describe('gaps in a numbered set', () => {
  it('name the missing numbers, and the first and last file', () => {
    const files = numbers(15, 12, 13).map((name) => known(name));
    const [gap] = gaps(files);
    assert.ok(gap?.kind === 'gap');
    assert.deepEqual(gap.missing, ['IMG_0014']);
    assert.deepEqual(gap.files, [files[1]?.id, files[0]?.id]);
    assert.equal(gap.more, 0);
    assert.equal(gap.isConfirmed, true, 'names are known');
  });

  it('need three numbers, of which half of the range is there', () => {
    assert.deepEqual(missing(...numbers(12, 14)), []);
    assert.deepEqual(missing('IMG_0012.jpg', 'IMG_0012.heic', 'IMG_0014.jpg'), []);
    assert.deepEqual(missing(...numbers(12, 13, 14)), []);
    assert.deepEqual(missing(...numbers(1, 2, 6)), [['IMG_0003', 'IMG_0004', 'IMG_0005']]);
    assert.deepEqual(missing(...numbers(1, 2, 7)), []);
  });

  it('name at most five, and say how many more', () => {
    const [gap] = gapsIn(...numbers(1, 2, 3, 4, 5, 6, 7, 8, 9, 20));
    assert.ok(gap?.kind === 'gap');
    assert.equal(gap.missing.length, 5);
    assert.equal(gap.more, 5);
  });

  it('are looked for in each folder and series alone', () => {
    assert.deepEqual(missing('a/IMG_0001.jpg', 'a/IMG_0002.jpg', 'b/IMG_0004.jpg'), []);
    assert.deepEqual(missing('IMG_0001.jpg', 'IMG_0002.jpg', 'DSC_0004.jpg'), []);
    assert.deepEqual(missing('IMG_0001.jpg', 'IMG_0002.jpg', 'IMG_004.jpg'), []);
    assert.deepEqual(missing('a/1.jpg', 'a/2.jpg', 'a/4.jpg'), [['3']]);
  });

  it('count on without leading zeros', () => {
    assert.deepEqual(missing('p8.jpg', 'p9.jpg', 'p11.jpg'), [['p10']]);
    assert.deepEqual(missing(...numbers(998, 999, 1001).map((name) => name)), [['IMG_1000']]);
  });

  it('are none in names without a number, and in those with long ones', () => {
    assert.deepEqual(missing('a.jpg', '', 'b.jpg', 'IMG_1 (2).jpg'), []);
    const times = [1, 2, 4].map((end) => `170000000000${end}.jpg`);
    assert.deepEqual(missing(...times), []);
  });

  it('are found in the shots of a list, by id or tag', () => {
    const shots = (...sections: Loose[]) =>
      gaps(sections.map((section, at) => known(`${'abc'[at]}.jpg`, sealed(section))));
    const ids = ['shot-1', 'shot-2', 'shot-4'];
    const [byId] = shots(...ids.map((id) => ({features: {shot: {id}}})));
    assert.ok(byId?.kind === 'gap' && byId.of === 'shots' && byId.isConfirmed);
    assert.deepEqual(byId.missing, ['shot-3']);
    const [byTag] = shots(
      ...['1', '2', '4'].map((shot) => ({
        tags: {shot},
        labelState: 'untrusted',
        labelValid: false,
      })),
    );
    assert.ok(byTag?.kind === 'gap' && !byTag.isConfirmed);
    assert.deepEqual(byTag.missing, ['3']);
    assert.deepEqual(shots({features: {shot: {id: 'front'}}}, {features: {shot: null}}, {}), []);
  });
});

const stamped = (name: string, timestamp?: string, others: Loose = {}) =>
  known(name, sealed(others, {timestamp}));
const at = (minute: number) => `2026-11-20T14:${String(minute).padStart(2, '0')}:00Z`;

describe('times out of order', () => {
  it('are noted where a later number has an earlier time', () => {
    const files = [stamped('IMG_0013.jpg', at(5)), stamped('IMG_0012.jpg', at(30))];
    const [order, ...others] = outOfOrder(files);
    assert.equal(others.length, 0);
    assert.ok(order?.kind === 'order');
    assert.deepEqual(order.files, [files[1]?.id, files[0]?.id]);
    assert.equal(order.milliseconds, 25 * 60_000);
    assert.equal(order.isConfirmed, true);
  });

  it('are not noted in order, at equal times, within a minute, or without a time', () => {
    const pair = (one?: string, other?: string) =>
      outOfOrder([stamped('a1.jpg', one), stamped('a2.jpg', other)]).length;
    assert.equal(pair(at(1), at(2)), 0);
    assert.equal(pair(at(1), at(1)), 0);
    assert.equal(pair('2026-11-20T14:01:30Z', at(1)), 0);
    assert.equal(pair(at(2), undefined), 0);
    assert.equal(pair(at(2), 'soon'), 0);
    assert.equal(pair(at(2), at(1)), 1);
  });

  it('compare capture times with capture times only', () => {
    const located = (name: string, minute: number, stamp: number) =>
      stamped(name, at(stamp), {gps: {timestamp: at(minute)}});
    assert.equal(outOfOrder([located('a1.jpg', 1, 9), stamped('a2.jpg', at(5))]).length, 1);
    assert.equal(outOfOrder([located('a1.jpg', 9, 1), stamped('a2.jpg', at(5))]).length, 0);
    assert.equal(outOfOrder([located('a1.jpg', 9, 1), located('a2.jpg', 5, 2)]).length, 1);
  });

  it('pass over files without a time, numbers far away, and time stamps of another time', () => {
    const later = {checks: [{code: 'org.sealed-capture.timeStamp.later', passed: true}]};
    const files = (last: ReturnType<typeof stamped>) =>
      outOfOrder([stamped('a1.jpg', at(9)), stamped('a2.jpg'), last]).length;
    assert.equal(files(stamped('a3.jpg', at(1))), 1);
    assert.equal(files(stamped('a3.jpg', at(1), later)), 0);
    assert.equal(files(stamped('a9999.jpg', at(1))), 0);
  });

  it('say if they rest on what the files themselves say', () => {
    const said = (name: string, takenAt: string) => known(name, none, {unsealed: {takenAt}});
    const [order] = outOfOrder([
      said('a1.jpg', '2026-11-20T14:30:00+01:00'),
      said('a2.jpg', '2026-11-20T14:10:00+01:00'),
    ]);
    assert.equal(order?.isConfirmed, false);
    const zoneless = ['2026-11-20T14:30:00', '2026-11-20T14:10:00'] as const;
    const files = zoneless.map((time, place) => said(`a${place}.jpg`, time));
    assert.equal(outOfOrder(files).length, 0, 'a clock without a zone may have been set anew');
  });
});
