import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {readFile, rm, writeFile} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {crc32} from 'node:zlib';
import type {InspectionResult} from '../../../src/model/inspection/inspection-result.js';
import type {SealableMediaType} from '../../../src/model/media-type.js';
import type {Problem} from '../../../src/model/problem.js';
import {fill} from '../../../src/seal/containers/layout.js';
import {detectMediaType} from '../../../src/seal/media-signature.js';
import {checkStamp} from '../../../src/seal/node/checked-stamp.js';
import {imprintOf} from '../../../src/seal/writing/cose.js';
import {storeOf} from '../../../src/seal/own-reader/embedded-store.js';
import {ManifestStore} from '../../../src/seal/own-reader/manifests.js';
import {claimSignature} from '../../../src/seal/own-reader/signature.js';
import {sandboxCertificates} from '../../../src/service/certificates/certificates.js';
import type {ServiceOptions} from '../../../src/service/service.js';
import {jpeg, mp3, png, webp} from '../../seal/sources.js';
import {envelope, idempotent, jpegOf, protectForm} from '../requests.js';
import {requestFor} from '../seal-and-inspect.js';
import {startFixture, temporaryFolder, type ServiceFixture} from '../service-fixture.js';
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

async function seal(service: ServiceFixture) {
  const {request, layout} = requestFor({tags: {site: 'A'}});
  const answer = await post(service, '/seal', request, idempotent(request));
  const file = () => Buffer.concat(fill(layout, answer.rawPayload));
  return {answer, file};
}

async function protect(service: ServiceFixture, media: Uint8Array, type: SealableMediaType) {
  const {payload, headers} = await protectForm(media, type, {tags: {site: 'A'}});
  return post(service, '/protect', payload, headers);
}

const inspect = async (service: ServiceFixture, file: Buffer) =>
  (
    await post(service, '/inspect', envelope(file), {'content-type': 'application/json'})
  ).json<InspectionResult>();

/** DER of the certificate that stamped the file's newest seal; undefined without a stamp. */
function stamperOf(file: Uint8Array): Uint8Array | undefined {
  const active = new ManifestStore(storeOf(file)!.bytes).active!;
  const token = claimSignature(active)?.timestamp?.token;
  return token && checkStamp(token, imprintOf(active.signatureContent)).signer;
}

describe('A live environment whose time is stamped by another service', () => {
  let other: ServiceFixture;
  let service: ServiceFixture;
  let clock: Uint8Array;

  before(async () => {
    other = await startFixture();
    await other.app.listen({port: 0, host: '127.0.0.1'});
    const {port} = other.app.server.address() as AddressInfo;
    const root = join(other.folder, 'sandbox', 'root.pem');
    const {identity} = await sandboxCertificates(other.folder, Date.now());
    clock = identity.timeStamp!.certificateChain[0]!;
    service = await startLive(
      {
        timestampAddresses: [`http://127.0.0.1:${port}/protection/sandbox/timestamp`],
        timeStampAnchors: root,
      },
      true,
    );
  });
  after(async () => {
    await service.close();
    await other.close();
  });

  const expectStamped = async (file: Buffer) => {
    assert.deepEqual(stamperOf(file), clock);
    if (detectMediaType(file) === 'image/png') {
      const {start, end} = storeOf(file)!.places[0]!;
      assert.equal(file.readUInt32BE(end - 4), crc32(file.subarray(start + 4, end - 4)));
    }
    const result = await inspect(service, file);
    assert.equal(result.labelState, 'valid', result.reason);
    assert.ok(result.signature?.timestamp);
    assert.deepEqual(result.tags, {site: 'A'});
  };

  it('takes its stamps by digest, although it has an authority of its own', async () => {
    for (let round = 0; round < 2; round++) {
      const {answer, file} = await seal(service);
      assert.equal(answer.statusCode, 200, answer.body);
      await expectStamped(file());
    }
  });

  const files: [name: string, media: Uint8Array, type: SealableMediaType][] = [
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a PNG', png, 'image/png'],
    ['a WebP', webp, 'image/webp'],
    ['an MP3', mp3, 'audio/mpeg'],
  ];
  for (const [name, media, type] of files) {
    it(`takes them for ${name} that is uploaded, with or without an earlier seal`, async () => {
      const first = await protect(service, media, type);
      assert.equal(first.statusCode, 200, first.body.slice(0, 300));
      await expectStamped(first.rawPayload);
      const second = await protect(service, first.rawPayload, type);
      assert.equal(second.statusCode, 200, second.body.slice(0, 300));
      await expectStamped(second.rawPayload);
    });
  }

  it('takes them for a seal whose signature is divided between segments', async () => {
    const tags = Object.fromEntries(
      Array.from({length: 100}, (_, i) => [`t${i}`, 'a'.repeat(510)]),
    );
    const {payload, headers} = await protectForm(jpegOf(5_000), 'image/jpeg', {tags});
    const {statusCode, rawPayload} = await post(service, '/protect', payload, headers);
    assert.equal(statusCode, 200);
    const {bytes, pieces} = storeOf(rawPayload)!;
    const last = pieces.at(-1)!;
    const {length} = new ManifestStore(bytes).active!.signatureContent;
    assert.ok(pieces.length > 1 && last.end - last.start < length, 'the signature is divided');
    assert.deepEqual(stamperOf(rawPayload), clock);
    assert.equal((await inspect(service, rawPayload)).labelState, 'valid');
  });

  for (const [name, media, type] of files) {
    it(`takes them for the redaction of ${name}`, async () => {
      const {payload, headers} = await protectForm(media, type, {
        tags: {site: 'A'},
        gps: {latitude: 1, longitude: 2},
      });
      const {rawPayload: sealed} = await post(service, '/protect', payload, headers);
      const form = new FormData();
      form.append('media', new Blob([Uint8Array.from(sealed)], {type}), 'media');
      form.append('sections', 'place');
      const request = new Request('http://localhost/', {method: 'POST', body: form});
      const answer = await post(service, '/redact', Buffer.from(await request.arrayBuffer()), {
        'content-type': request.headers.get('content-type') ?? '',
        'idempotency-key': randomUUID(),
      });
      assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
      assert.deepEqual(stamperOf(answer.rawPayload), clock);
      const {labelState, gps, reason} = await inspect(service, answer.rawPayload);
      assert.deepEqual([labelState, gps], ['valid', undefined], reason);
    });
  }

  it('says that they work', async () => {
    const health = (await service.app.inject('/healthz')).json<{timeStamps?: unknown}>();
    assert.deepEqual(health.timeStamps, {live: 'working'});
    assert.equal('timeStamps' in (await other.app.inject('/healthz')).json<object>(), false);
  });

  it('leaves the sandbox to its own authority', async () => {
    const {request, layout} = requestFor({});
    const answer = await service.post('/seal', request, idempotent(request));
    assert.equal(answer.statusCode, 200);
    const own = await sandboxCertificates(service.folder, Date.now());
    const file = Buffer.concat(fill(layout, answer.rawPayload));
    assert.deepEqual(stamperOf(file), own.identity.timeStamp!.certificateChain[0]);
  });
});

describe('A live environment whose authority is away', () => {
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

  it('seals nothing by default, and says when to come back, in its health and once in its log', async () => {
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

  it('inspects files while uploads wait for a silent authority, with a single thread', async () => {
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

  it('answers a repeated request that was sealed before, without a stamp', async () => {
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

  it('seals without a stamp where its operator wants that', async () => {
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

  it('seals nothing where it has no authority at all, and says so at the start', async () => {
    const service = await start({});
    assert.ok(service.lines.some((line) => line.includes('SEALED_CAPTURE_TIMESTAMP')));
    await expectRefused(service, 300, 300);
    const {detail = ''} = (await seal(service)).answer.json<Problem>();
    assert.match(detail, /operator has to name a time-stamp authority/);
    assert.doesNotMatch(detail, /Try again/);
  });

  it('seals without any authority where its operator wants that, and with its own where it has one', async () => {
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

  it('makes room for a stamp that is larger than any before', async () => {
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
