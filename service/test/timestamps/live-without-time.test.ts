import assert from 'node:assert/strict';
import {readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import type {ServiceOptions} from '../../src/service.js';
import {jpeg, png} from '../../../seal/test/sources.js';
import {protectForm} from '../requests.js';
import {temporaryFolder, type ServiceFixture} from '../service-fixture.js';
import {post, startLive} from './live-service.js';
import {
  certify,
  clockUnder,
  honest,
  identityOf,
  makeRoot,
  pemOf,
  serve,
  serveTsa,
  TIME_STAMPING,
  type Certified,
  type TestServer,
} from './tsa.js';
import {inspect, protect, seal, stamperOf} from './live-requests.js';

describe('A live environment whose authority is unreachable', () => {
  const services: ServiceFixture[] = [];
  const folders: string[] = [];
  let away: ServiceOptions;
  before(async () => {
    const gone = await serve(() => {});
    await gone.close();
    const {host} = gone.address;
    away = {timestampAddresses: [`http://name:secret@${host}/tsa`]};
  });
  after(async () => {
    await Promise.all(services.map((service) => service.close()));
    await Promise.all(folders.map((folder) => rm(folder, {recursive: true})));
  });
  const start = async (...given: Parameters<typeof startLive>) => {
    const service = await startLive(...given);
    services.push(service);
    return service;
  };
  const anchorsOf = async (root: Certified) => {
    const folder = await temporaryFolder();
    folders.push(folder);
    await writeFile(join(folder, 'root.pem'), pemOf(root));
    return folder;
  };

  const expectRefused = async (service: ServiceFixture, from: number, to: number) => {
    for (const answer of [
      (await seal(service)).answer,
      await protect(service, jpeg, 'image/jpeg'),
    ]) {
      assert.equal(answer.statusCode, 503, answer.body);
      assert.match(answer.json<Problem>().detail ?? '', /No independent time stamp/);
      const wait = Number(answer.headers['retry-after']);
      assert.ok(wait >= from && wait <= to, `${wait} s`);
    }
  };

  it('seals nothing by default, and answers with Retry-After; its health and one log line report it', async () => {
    const service = await start(away);
    for (let round = 0; round < 3; round++) await expectRefused(service, 1, 5);
    const health = (await service.app.inject('/healthz')).json<object>();
    assert.deepEqual(health, {
      status: 'ok',
      sealing: {sandbox: true, live: true},
      timeStamps: {live: 'failing'},
    });
    const told = service.lines.filter((line) => line.includes('authority'));
    assert.equal(told.length, 1, told.join(''));
    const {level, authority, reason} = JSON.parse(told[0]!) as Record<string, unknown>;
    assert.equal(level, 40);
    assert.match(String(authority), /^127\.0\.0\.1:\d+$/);
    assert.equal(reason, 'It could not be reached.');
    assert.ok(!service.lines.join('').includes('secret'));
  });

  it('inspects files while uploads wait for an authority that does not answer, with a single thread', async () => {
    const silent = await serveTsa(() => undefined);
    const service = await start({
      timestampAddresses: [silent.address.href],
      timestampTimeout: 10_000,
      threads: 1,
    });
    let isOver = false;
    const uploads = Promise.all([1, 2].map(() => protect(service, jpeg, 'image/jpeg'))).finally(
      () => (isOver = true),
    );
    while (silent.count < 2) await sleep(10);
    assert.equal((await inspect(service, Buffer.from(jpeg))).labelState, 'none');
    assert.ok(!isOver);
    await silent.close();
    for (const {statusCode} of await uploads) assert.equal(statusCode, 503);
  });

  it('answers a repeated request that was sealed before, without a new stamp', async () => {
    const root = await makeRoot();
    const good = honest(await clockUnder(root));
    let works = true;
    const tsa = await serveTsa((query, response) =>
      works ? good(query, response) : void response.writeHead(503).end(),
    );
    const service = await start({
      timestampAddresses: [tsa.address.href],
      timeStampAnchors: await anchorsOf(root),
    });
    const {payload, headers} = await protectForm(jpeg, 'image/jpeg', {});
    const first = await post(service, '/protect', payload, headers);
    assert.equal(first.statusCode, 200, first.body);
    works = false;
    await expectRefused(service, 1, 5);
    const again = await post(service, '/protect', payload, headers);
    assert.equal(again.statusCode, 200);
    assert.ok(again.rawPayload.equals(first.rawPayload));
    await tsa.close();
  });

  it('seals without a stamp if its operator allows it', async () => {
    const service = await start({...away, withoutTimestamp: 'seal'});
    const {answer, file} = await seal(service);
    assert.equal(answer.statusCode, 200, answer.body);
    const uploaded = await protect(service, png, 'image/png');
    assert.equal(uploaded.statusCode, 200, uploaded.body);
    const further = await protect(service, uploaded.rawPayload, 'image/png');
    assert.equal(further.statusCode, 200, further.body);
    for (const sealed of [file(), uploaded.rawPayload, further.rawPayload]) {
      assert.equal(stamperOf(sealed), undefined);
      const {labelState, signature} = await inspect(service, sealed);
      assert.equal(labelState, 'valid');
      assert.equal(signature?.timestamp, undefined);
    }
  });

  it('seals nothing if no authority is configured, and reports that at the start', async () => {
    const service = await start({});
    assert.ok(service.lines.some((line) => line.includes('SEALED_CAPTURE_TIMESTAMP')));
    await expectRefused(service, 300, 300);
    const {detail = ''} = (await seal(service)).answer.json<Problem>();
    assert.match(detail, /operator has to name a time-stamp authority/);
    assert.doesNotMatch(detail, /Try again/);
  });

  it('seals without any authority if its operator allows it, and with its own if it has one', async () => {
    const without = await start({withoutTimestamp: 'seal'});
    const bare = await seal(without);
    assert.equal(bare.answer.statusCode, 200);
    assert.equal(stamperOf(bare.file()), undefined);
    const own = await start({}, true);
    const {answer, file} = await seal(own);
    assert.equal(answer.statusCode, 200);
    assert.ok(stamperOf(file()));
    const certificate = await readFile(join(own.folder, 'live', 'timestamp.pem'), 'utf8');
    const base64 = Buffer.from(stamperOf(file())!).toString('base64').slice(0, 60);
    assert.ok(certificate.includes(base64));
  });

  it('reserves space for a stamp that is larger than any before', async () => {
    const root = await makeRoot();
    const issuers: Certified[] = [root];
    for (let i = 0; i < 4; i++) issuers.unshift(await makeRoot({issuer: issuers[0]!}));
    const leaf = await certify({issuer: issuers[0]!, usages: [TIME_STAMPING]});
    const long = honest(await identityOf(leaf, ...issuers));
    const short = honest(await clockUnder(root));
    let answering = short;
    const tsa: TestServer = await serveTsa((query, response) => answering(query, response));
    const service = await start({
      timestampAddresses: [tsa.address.href],
      timeStampAnchors: await anchorsOf(root),
    });
    const stamped = async () => (await protect(service, png, 'image/png')).rawPayload;
    assert.ok(stamperOf(await stamped()));
    const count = tsa.count;
    answering = long;
    assert.ok(stamperOf(await stamped()));
    assert.equal(tsa.count, count + 2, 'the first was too large');
    assert.ok(stamperOf(await stamped()));
    assert.ok(stamperOf((await seal(service)).file()));
    assert.equal(tsa.count, count + 4);
    await tsa.close();
  });
});
