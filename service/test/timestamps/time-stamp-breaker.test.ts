import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {TimeStampUnavailable} from '../../src/timestamps/independent-time.js';
import type {AskedForStamp, TimeStampNotice} from '../../src/timestamps/time-stamp-client.js';
import {serve, serveTsa, type TestServer} from './tsa.js';
import {clientsOfSuite, imprint} from './client-fixture.js';

describe('The time-stamp client, with addresses that fail', () => {
  const suite = clientsOfSuite();

  it('asks the next address if one fails, and the first again once it works', async () => {
    let works = false;
    const first = await suite.started(
      serveTsa((query, response) =>
        works ? suite.good(query, response) : void response.writeHead(503).end(),
      ),
    );
    const second = await suite.started(serveTsa(suite.good));
    const gone = await suite.started(serve(() => {}));
    await suite.leave(gone);
    let time = 0;
    const told: TimeStampNotice[] = [];
    const asked: AskedForStamp[] = [];
    const client = suite.clientOf([first, gone, second], {
      onAsked: (one) => asked.push(one),
      now: () => time,
      random: () => 1,
      onNotice: (notice) => told.push(notice),
    });
    for (let round = 0; round < 8; round++) await client.stamp(imprint);
    // Five failures open the circuit breaker, so the other three requests skip it.
    assert.deepEqual([first.count, second.count], [5, 8]);
    const ends = (server: TestServer, outcome: string) =>
      asked.filter((one) => one.authority === server.address.host && one.outcome === outcome);
    assert.deepEqual([ends(first, 'failed').length, ends(second, 'ok').length], [5, 8]);
    assert.equal(asked.length, 18, 'the one that is gone was asked five times as well');
    assert.deepEqual(
      told.map(({name}) => name),
      ['failing', 'failing'],
    );
    assert.ok(client.isWorking, 'one of three suffices');
    time += 3_999;
    await client.stamp(imprint);
    assert.equal(first.count, 5);
    time += 1;
    await client.stamp(imprint);
    assert.equal(first.count, 6, 'one attempt shows that it still fails');
    time += 7_999;
    await client.stamp(imprint);
    assert.equal(first.count, 6, 'the pause has doubled');
    works = true;
    time += 1;
    await client.stamp(imprint);
    await client.stamp(imprint);
    assert.deepEqual([first.count, second.count], [8, 11]);
    assert.deepEqual(told.at(-1), {name: 'working', authority: first.address.host});
  });

  it('makes a single attempt to find out whether an authority works again', async () => {
    let release = () => {};
    let mode: 'fail' | 'wait' = 'fail';
    const server = await suite.started(
      serveTsa((query, response) => {
        if (mode === 'fail') return void response.writeHead(500).end();
        release = () => void response.writeHead(200).end(suite.good(query, response));
        return undefined;
      }),
    );
    let time = 0;
    const client = suite.clientOf([server], {now: () => time});
    for (let round = 0; round < 5; round++) await assert.rejects(client.stamp(imprint));
    const early = await client.stamp(imprint).catch((error: unknown) => error);
    assert.ok(early instanceof TimeStampUnavailable);
    assert.ok(early.retryAfter >= 2_000 && early.retryAfter <= 4_000);
    assert.equal(server.count, 5);
    time += 4_000;
    mode = 'wait';
    const attempt = client.stamp(imprint);
    await assert.rejects(client.stamp(imprint), TimeStampUnavailable);
    while (server.count < 6) await new Promise((resolve) => setTimeout(resolve, 5));
    await assert.rejects(client.stamp(imprint), TimeStampUnavailable);
    assert.equal(server.count, 6);
    release();
    assert.ok(await attempt);
    assert.ok(client.isWorking);
  });

  it('aborts with its caller, which does not count as a failure of the authority', async () => {
    const server = await suite.started(serveTsa(() => undefined));
    const client = suite.clientOf([server]);
    for (let round = 0; round < 6; round++) {
      const limit = AbortSignal.timeout(20);
      await assert.rejects(client.stamp(imprint, limit), {name: 'TimeoutError'});
    }
    assert.equal(server.count, 6);
    assert.ok(client.isWorking);
  });
});
