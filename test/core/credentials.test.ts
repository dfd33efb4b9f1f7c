import assert from 'node:assert/strict';
import {it} from 'node:test';
import {ClientConnection} from '../../src/core/client-connection.js';
import {Credentials} from '../../src/core/credentials.js';
import type {Delivery, QueueParts} from '../../src/core/delivery.js';
import type {Job} from '../../src/model/job.js';
import {ENDPOINT, FakeClient, PAGE} from './queue-fixture.js';

it('gives a token provider that never answers up, whether it listens to its signal or not', async () => {
  const given: AbortSignal[] = [];
  const authorization = (signal: AbortSignal) => {
    given.push(signal);
    return new Promise<never>(() => undefined);
  };
  const client = new FakeClient({protection: {authorization}});
  const connection = new ClientConnection(client, {} as never, () => PAGE);
  const parts = {connections: new Set([connection]), known: {get: () => undefined}};
  const credentials = new Credentials(parts as unknown as QueueParts, {} as Delivery, 20);
  const job = {captureId: 'x', endpoint: ENDPOINT} as Job;
  // Node would end before a timer that holds nothing up.
  const awake = setTimeout(() => undefined, 5_000);
  await assert.rejects(credentials.authorize(job, new AbortController().signal), {code: 'timeout'});
  clearTimeout(awake);
  assert.equal(given[0]?.aborted, true);
});

it('lets go of a token provider with the capture that it was asked for', async () => {
  const client = new FakeClient({
    protection: {authorization: () => new Promise<never>(() => undefined)},
  });
  const connection = new ClientConnection(client, {} as never, () => PAGE);
  const parts = {connections: new Set([connection]), known: {get: () => undefined}};
  const credentials = new Credentials(parts as unknown as QueueParts, {} as Delivery);
  const controller = new AbortController();
  const asked = credentials.authorize({endpoint: ENDPOINT} as Job, controller.signal);
  controller.abort();
  await assert.rejects(asked, {code: 'aborted'});
});
