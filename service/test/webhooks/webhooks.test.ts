import assert from 'node:assert/strict';
import {createHash, randomUUID} from 'node:crypto';
import {rm} from 'node:fs/promises';
import {after, before, beforeEach, describe, it} from 'node:test';
import {readDestinations} from '../../src/webhooks/addresses.js';
import {envelope, idempotent, protectForm, sealRequest, sentForm} from '../requests.js';
import {media} from '../seal-and-inspect.js';
import {ofSet, setIn} from '../sets/set-requests.js';
import {startFixture, temporaryFolder, type ServiceFixture} from '../service-fixture.js';
import {eventOf, startReceiver, type Receiver} from './receiver.js';
import {writeKeys} from './keys.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('Webhooks of a service', () => {
  let folder: string;
  let service: ServiceFixture;
  /** A receiver of seals; the next two receive seals and inspections, and inspections of the live environment. */
  let seals: Receiver;
  let all: Receiver;
  let live: Receiver;
  before(async () => {
    folder = await temporaryFolder();
    [seals, all, live] = [await startReceiver(), await startReceiver(), await startReceiver()];
    service = await startFixture({
      webhooks: readDestinations('test', [
        `${seals.url}#sealed`,
        `${all.url}#sealed+inspected`,
        `${live.url}#sealed+inspected+live`,
      ]),
      webhooksKeyFile: (await writeKeys(folder)).secret.path,
    });
  });
  after(async () => {
    await service.close();
    await Promise.all([seals, all, live].map((receiver) => receiver.close()));
    await rm(folder, {recursive: true});
  });
  beforeEach(() => {
    for (const {received} of [seals, all, live]) received.length = 0;
  });

  const seal = (request = sealRequest()) =>
    service.post('/seal', JSON.stringify(request), idempotent(request));

  it('contain the same data about a seal as the audit log, and nothing that was sealed', async () => {
    const request = sealRequest({metadata: {tags: {site: 'a-secret-tag'}}});
    assert.equal((await seal(request)).statusCode, 200);
    const [received] = await seals.got(1);
    const event = eventOf(received!);
    assert.ok(event.type === 'sealed');
    assert.match(event.id, UUID);
    assert.equal(received?.headers['idempotency-key'], event.id);
    assert.equal(event.environment, 'sandbox');
    assert.ok(Math.abs(Date.parse(event.time) - Date.now()) < 5_000);
    const {certificate, ...data} = event.data;
    assert.match(certificate, /^[0-9a-f]{8,}$/);
    assert.deepEqual(data, {
      operation: 'seal',
      keyId: service.sandbox.id,
      captureId: request.captureId,
      sha256: Buffer.from(request.digest, 'base64').toString('hex'),
    });
    assert.ok(!received?.body.includes('a-secret-tag'));
    const [other] = await all.got(1);
    assert.equal(other?.body, received?.body);
  });

  it('say which number a seal has in its set', async () => {
    const request = ofSet(randomUUID());
    const answer = await seal(request);
    const [received] = await seals.got(1);
    const event = eventOf(received!);
    assert.ok(event.type === 'sealed');
    const {set} = setIn(answer.rawPayload);
    assert.deepEqual([event.data.set, event.data.index], [set, 1]);
    assert.equal((await all.got(1))[0]?.body, received?.body);
  });

  it('report uploads and inspections, and a repeated request once', async () => {
    const {payload, headers} = await protectForm(media, 'image/jpeg', {});
    const sealed = await service.post('/protect', payload, headers);
    const again = await service.post('/protect', payload, headers);
    assert.deepEqual([sealed.statusCode, again.statusCode], [200, 200]);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    await service.post('/inspect', envelope(sealed.rawPayload));
    const events = (await all.got(2)).map(eventOf);
    const [first, second] = events.sort((a, b) => (a.type < b.type ? 1 : -1));
    assert.ok(first?.type === 'sealed' && second?.type === 'inspected');
    assert.equal(first.data.operation, 'protect');
    assert.equal(first.data.captureId, headers['idempotency-key']);
    assert.deepEqual(second.data, {
      keyId: service.sandbox.id,
      sha256: createHash('sha256').update(sealed.rawPayload).digest('hex'),
      labelState: 'valid',
    });
    assert.equal(all.received.length, 2);
  });

  it('report each file of POST inspect-set as an inspection', async () => {
    const form = new FormData();
    form.append('media', new Blob([Uint8Array.from(media)]), 'a.jpg');
    form.append('media', new Blob(['Neither photo nor recording.']), 'notes.txt');
    const {payload, headers} = await sentForm(form);
    assert.equal((await service.post('/inspect-set', payload, headers)).statusCode, 200);
    const sha256 = createHash('sha256').update(media).digest('hex');
    assert.deepEqual(
      (await all.got(1)).map((one) => eventOf(one).data),
      [{keyId: service.sandbox.id, sha256, labelState: 'none'}],
    );
  });

  it('send an address only the events that it is configured for', async () => {
    await service.post('/inspect', envelope(media));
    assert.equal((await seal()).statusCode, 200);
    await all.got(2);
    assert.deepEqual(
      (await seals.got(1)).map((one) => eventOf(one).type),
      ['sealed'],
    );
    assert.equal(live.received.length, 0);
  });

  it('report no refused request', async () => {
    const refused = sealRequest({manifestSize: 2_000, exclusion: {start: 33, length: 2_012}});
    assert.equal((await seal(refused)).statusCode, 400);
    const next = sealRequest();
    await seal(next);
    await seals.got(1);
    const ids = seals.received.map(eventOf).map(({data}) => 'captureId' in data && data.captureId);
    assert.deepEqual(ids, [next.captureId]);
  });

  it('log the id of their signing key, and no address', () => {
    const line = service.lines.find((one) => one.includes('Webhooks are sent'));
    assert.match(line ?? '', /"keyid":"whk_[\w-]{22}","alg":"hmac-sha256"/);
    assert.ok(!service.lines.join('').includes('of=seals'));
  });
});
