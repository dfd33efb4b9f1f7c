import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {TimeStampUnavailable} from '../../src/timestamps/independent-time.js';
import {type TimeStampNotice} from '../../src/timestamps/time-stamp-client.js';
import {serveTsa} from './tsa.js';
import {clientsOfSuite, imprint} from './client-fixture.js';

describe('The time-stamp client, with a request limit', () => {
  const suite = clientsOfSuite();

  it('sends no more requests per minute than the limit, to all addresses together', async () => {
    const failing = await suite.started(
      serveTsa((_query, response) => void response.writeHead(500).end()),
    );
    const server = await suite.started(serveTsa(suite.good));
    let time = 0;
    const told: TimeStampNotice[] = [];
    const client = suite.clientOf([failing, server], {
      perMinute: 4,
      now: () => time,
      onNotice: (notice) => told.push(notice),
    });
    await client.stamp(imprint);
    time += 10_000;
    await client.stamp(imprint);
    for (let round = 0; round < 3; round++) {
      const error = await client.stamp(imprint).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof TimeStampUnavailable);
      assert.equal(error.retryAfter, 50_000);
    }
    assert.deepEqual(told, [{name: 'budget spent'}]);
    assert.ok(!client.isWorking);
    assert.deepEqual([failing.count, server.count], [2, 2]);
    time += 50_000;
    await client.stamp(imprint);
    assert.deepEqual([failing.count, server.count], [3, 3]);
  });
});
