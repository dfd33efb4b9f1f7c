import assert from 'node:assert/strict';
import {rm} from 'node:fs/promises';
import {after, before, describe, it} from 'node:test';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {openLastingStore, openOutbox} from '../../src/store/open-stores.js';
import {readDestinations} from '../../src/webhooks/addresses.js';
import {freePort} from '../../../test/free-port.js';
import {startChild} from '../cli/child-service.js';
import {idempotent, sealRequest} from '../requests.js';
import {temporaryFolder} from '../service-fixture.js';
import {eventOf, startReceiver} from './receiver.js';
import {writeKeys} from './keys.js';

describe('A webhook of a process that is killed', () => {
  let folder: string;
  let key: string;
  before(async () => {
    folder = await temporaryFolder();
    const store = await openLastingStore({dataFolder: folder, redis: undefined});
    ({key} = await new ApiKeys(folder, store).create('sandbox', 'test'));
    await store.close();
  });
  after(() => rm(folder, {recursive: true, force: true}));

  /** Ends delays, and the lease of a process that was killed during an attempt, which would take half a minute. */
  async function makeDue(address: string): Promise<void> {
    const settings = {dataFolder: folder, redis: undefined, answersLimit: 2 ** 26};
    const {outbox, close} = await openOutbox(settings);
    const [destination] = readDestinations('test', [address]);
    const leased = await outbox.lease(destination!.id, 9, Date.now() + 86_400_000, 0);
    assert.equal(leased.length, 1, 'it is stored although the process was killed');
    await close();
  }

  it('is delivered after the restart if the seal was answered before its delivery', async () => {
    const port = await freePort();
    const environment = {
      SEALED_CAPTURE_WEBHOOKS: `http://localhost:${port}/hooks#sealed`,
      SEALED_CAPTURE_WEBHOOKS_KEY: (await writeKeys(folder)).secret.path,
      SEALED_CAPTURE_THREADS: '1',
    };
    // Nothing listens at the receiver's address yet.
    const first = await startChild(folder, environment);
    const request = sealRequest();
    const answer = await fetch(`${first.address}/protection/sandbox/seal`, {
      method: 'POST',
      headers: {'content-type': 'application/json', 'x-api-key': key, ...idempotent(request)},
      body: JSON.stringify(request),
    });
    assert.equal(answer.status, 200);
    first.process.kill('SIGKILL');
    await first.stop();
    await makeDue(environment.SEALED_CAPTURE_WEBHOOKS);

    const receiver = await startReceiver(undefined, {port});
    const second = await startChild(folder, environment);
    try {
      const [received] = await receiver.got(1);
      const event = eventOf(received!);
      assert.ok(event.type === 'sealed');
      assert.equal(event.data.captureId, request.captureId);
    } finally {
      await second.stop();
      await receiver.close();
    }
  });
});
