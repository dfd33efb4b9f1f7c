import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {accounts} from '../../../../src/core/inspection/signals/accounts.js';
import {invalid, known, sealed} from './known.js';

const found = (...answers: Loose[]) => accounts(answers.map((answer) => known('a.jpg', answer)));
const by = (tags: Loose, signedBy = 'One Ltd', others: Loose = {}) =>
  sealed({tags, ...others}, {signedBy});

describe('one device with two accounts', () => {
  it('is noted with one file and the name of each', () => {
    const [signal, ...others] = found(
      by({deviceId: '7', account: 'ann'}),
      by({'device-id': '7', user: 'bob'}),
      by({deviceId: '7', account: 'ann'}),
    );
    assert.equal(others.length, 0);
    assert.ok(signal?.kind === 'accounts');
    assert.equal(signal.of, 'accounts');
    assert.deepEqual(signal.names, ['ann', 'bob']);
    assert.equal(signal.files.length, 2);
    assert.equal(signal.device, 'Pixel 9, back camera');
    assert.equal(signal.isConfirmed, true);
  });

  it('is noted for two signers', () => {
    const [signal] = found(by({deviceId: '7'}), by({deviceId: '7'}, 'Other Ltd'));
    assert.ok(signal?.kind === 'accounts' && signal.of === 'signers');
    assert.deepEqual(signal.names, ['One Ltd', 'Other Ltd']);
  });

  it('is not claimed of two phones of one model, or where one file does not say', () => {
    assert.deepEqual(found(by({account: 'ann'}), by({account: 'bob'})), []);
    assert.deepEqual(found(by({}, 'One Ltd'), by({}, 'Other Ltd')), []);
    assert.deepEqual(found(by({deviceId: '7', account: 'ann'}), by({deviceId: '7'})), []);
    assert.deepEqual(
      found(by({deviceId: '7', account: 'a'}), by({deviceId: '8', account: 'b'})),
      [],
    );
    assert.deepEqual(found(by({deviceId: 7, account: 'a'}), by({deviceId: 7, account: 'b'})), []);
  });

  it('says if a seal does not confirm it', () => {
    const broken = by({deviceId: '7', account: 'bob'}, 'One Ltd', invalid);
    assert.equal(found(by({deviceId: '7', account: 'ann'}), broken)[0]?.isConfirmed, false);
  });
});
