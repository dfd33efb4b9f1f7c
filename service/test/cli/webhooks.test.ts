import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {rm} from 'node:fs/promises';
import {after, before, describe, it} from 'node:test';
import {openOutbox} from '../../src/store/open-stores.js';
import {readDestinations} from '../../src/webhooks/addresses.js';
import type {NewDelivery, Outbox} from '../../src/webhooks/outbox/outbox.js';
import {temporaryFolder} from '../service-fixture.js';
import {writeKeys} from '../webhooks/keys.js';
import {runCommand} from './run-command.js';

const ADDRESS = 'https://hooks.example/a-secret-path';

describe('sealed-capture-service webhooks', () => {
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  let outbox: Outbox;
  let close: () => Promise<void>;
  before(async () => {
    folder = await temporaryFolder();
    environment = {
      SEALED_CAPTURE_DATA: folder,
      SEALED_CAPTURE_WEBHOOKS: `${ADDRESS}#sealed`,
      SEALED_CAPTURE_WEBHOOKS_KEY: (await writeKeys(folder)).ed25519.path,
    };
    const settings = {dataFolder: folder, redis: undefined, answersLimit: 2 ** 26};
    ({outbox, close} = await openOutbox(settings));
  });
  after(async () => {
    await close();
    await rm(folder, {recursive: true});
  });

  const run = (...args: string[]) => runCommand(['webhooks', ...args], {environment});
  const [{id: known} = {id: ''}] = readDestinations('test', [`${ADDRESS}#sealed`]);
  /** Creates a dead letter for an event. */
  const die = async (destination = known): Promise<NewDelivery> => {
    const item: NewDelivery = {
      eventId: randomUUID(),
      type: 'sealed',
      destination,
      origin: 'https://hooks.example',
      body: '{"type":"sealed"}',
      giveUpAt: 0,
    };
    await outbox.add({items: [item], dueAt: 0, room: 1e6, onStored: () => undefined});
    const [leased] = await outbox.lease(destination, 1, 0, 0);
    const failure = {reason: 'It answered with status 503.', status: 503};
    await outbox.settle(leased!, {name: 'dead', at: 1_700_000_000_000, failure});
    return item;
  };

  it('lists dead letters with their reason and without addresses; retries and discards them', async () => {
    const [first, second] = [await die(), await die()];
    const [list, json] = await Promise.all([run('list'), run('list', '--json')]);
    assert.equal(list.status, 0, list.err);
    const line = `${first.eventId}  sealed  https://hooks.example  2023-11-14T22:13:20.000Z  1 attempts  It answered with status 503.`;
    assert.ok(list.out.split('\n').includes(line), list.out);
    const letters = JSON.parse(json.out) as {id: string; status: number; event: object}[];
    assert.deepEqual(letters.map(({id}) => id).sort(), [first.eventId, second.eventId].sort());
    assert.deepEqual([letters[0]?.status, letters[0]?.event], [503, {type: 'sealed'}]);
    assert.ok(!`${list.out}${json.out}`.includes('a-secret-path'));

    const [retry, discard] = await Promise.all([
      run('retry', first.eventId),
      run('discard', second.eventId),
    ]);
    assert.match(retry.out, /^1 dead letter will be sent again/, retry.err);
    assert.match(discard.out, /^1 dead letter discarded/, discard.err);
    assert.deepEqual(await outbox.deadLetters(), []);
    const due = await outbox.lease(known, 9, Date.now(), 0);
    assert.deepEqual(
      due.map(({eventId}) => eventId),
      [first.eventId],
    );
    assert.ok(due[0]!.giveUpAt > Date.now() + 80_000_000);
  });

  it('retries nothing for an address that is not configured any more', async () => {
    const {eventId} = await die('of-another');
    const {status, err} = await run('retry', '--all');
    assert.equal(status, 1);
    assert.match(err, new RegExp(`${eventId} was for an address at https://hooks.example `));
    await outbox.discard('all');
  });

  it('prints the public key for receivers, and reports wrong usage', async () => {
    const [key, usage, missing] = await Promise.all([
      run('key'),
      run('retry'),
      run('discard', randomUUID()),
    ]);
    assert.match(key.out, /^keyid whk_[\w-]{22}\nalg   ed25519\n-----BEGIN PUBLIC KEY-----/);
    assert.ok(!key.out.includes('PRIVATE'));
    assert.deepEqual([usage.status, missing.status], [2, 1]);
    assert.match(usage.err, /--all/);
    assert.match(missing.err, /There is no dead letter of the event/);
  });
});
