import assert from 'node:assert/strict';
import {PassThrough} from 'node:stream';
import {setImmediate as turn} from 'node:timers/promises';
import {afterEach, beforeEach, describe, it, mock} from 'node:test';
import {drain} from '../../src/http/body/read-body.js';

/** A request with a refused body, and whether it still has listeners. */
function refusedBody() {
  const body = new PassThrough();
  let listens = true;
  void drain(body).then(() => (listens = false));
  return {
    body,
    listens: async () => {
      await turn();
      return listens;
    },
  };
}

describe('A refused body', () => {
  beforeEach(() => mock.timers.enable({apis: ['setTimeout']}));
  afterEach(() => mock.timers.reset());

  it('is read while data arrive, so that the client can read the answer', async () => {
    const {body, listens} = refusedBody();
    for (let second = 0; second < 28; second += 4) {
      mock.timers.tick(4_000);
      body.write('more');
      assert.equal(await listens(), true);
    }
    body.end();
    assert.equal(await listens(), false);
  });

  it('is closed when no data arrive', async () => {
    const {listens} = refusedBody();
    mock.timers.tick(5_000);
    assert.equal(await listens(), false);
  });

  it('is not listened to a second time', async () => {
    const {body, listens} = refusedBody();
    mock.timers.tick(5_000);
    assert.equal(await listens(), false);
    await drain(body);
  });

  it('is closed if it does not end', async () => {
    const {body, listens} = refusedBody();
    for (let second = 0; second < 30; second++) {
      body.write('more');
      await turn();
      mock.timers.tick(1_000);
    }
    assert.equal(await listens(), false);
  });
});
