import assert from 'node:assert/strict';
import {PassThrough} from 'node:stream';
import {setImmediate as turn} from 'node:timers/promises';
import {afterEach, beforeEach, describe, it, mock} from 'node:test';
import {drain} from '../../../src/service/http/body/read-body.js';

/** A body that is refused, and whether it is still listened to. */
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

  it('is read for as long as it keeps coming, so that its client reads the answer', async () => {
    const {body, listens} = refusedBody();
    for (let second = 0; second < 28; second += 4) {
      mock.timers.tick(4_000);
      body.write('more');
      assert.equal(await listens(), true);
    }
    body.end();
    assert.equal(await listens(), false);
  });

  it('is left once it falls silent', async () => {
    const {listens} = refusedBody();
    mock.timers.tick(5_000);
    assert.equal(await listens(), false);
  });

  it('is not listened to again', async () => {
    const {body, listens} = refusedBody();
    mock.timers.tick(5_000);
    assert.equal(await listens(), false);
    await drain(body);
  });

  it('is left where it does not end', async () => {
    const {body, listens} = refusedBody();
    for (let second = 0; second < 30; second++) {
      body.write('more');
      await turn();
      mock.timers.tick(1_000);
    }
    assert.equal(await listens(), false);
  });
});
