import assert from 'node:assert/strict';
import {chmod, copyFile, mkdir, readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {variants} from '../../../test/variants.js';
import {noOpenssl} from '../certificates/openssl-authority.js';
import {idempotent, jpegOf, protectForm, sealRequest, envelope} from '../requests.js';
import {protectAndInspect, sealAndInspect} from '../seal-and-inspect.js';
import {
  serviceOfSuite,
  startFixture,
  temporaryFolder,
  type ServiceFixture,
} from '../service-fixture.js';
import {startResponder, type Manner, type OpensslResponder} from './openssl-responder.js';

describe('Seals of the sandbox', () => {
  const service = serviceOfSuite();

  it('contain an OCSP answer: by digest, by upload, and over an earlier seal', async () => {
    const byDigest = await sealAndInspect(service, {});
    const byUpload = await protectAndInspect(service, {});
    const again = await protectAndInspect(service, {}, {file: byUpload.file});
    for (const {labelState, signature, checks} of [byDigest, byUpload, again]) {
      assert.equal(labelState, 'valid');
      assert.ok(Math.abs(Date.parse(signature?.notRevokedAt ?? '') - Date.now()) < 60_000);
      assert.ok(checks.some(({code}) => code === 'signingCredential.ocsp.notRevoked'));
    }
  });
});

describe('Seals of the live environment', {skip: noOpenssl}, () => {
  let responder: OpensslResponder;
  const started: ServiceFixture[] = [];
  before(async () => {
    responder = await startResponder(await temporaryFolder());
  });
  after(async () => {
    for (const {app} of started) await app.close();
    await responder.close();
    await rm(responder.folder, {recursive: true});
  });

  const liveFolder = async (): Promise<string> => {
    const folder = join(await temporaryFolder(), 'live');
    await mkdir(folder);
    const copy = (from: string, to: string) =>
      copyFile(join(responder.folder, from), join(folder, to));
    await copy('chain.pem', 'signer.pem');
    await copy('leaf.key', 'signer.key');
    await chmod(join(folder, 'signer.key'), 0o600);
    await copy('root.pem', 'trust.pem');
    return folder;
  };

  const start = async (manner: Manner, dataFolder?: string): Promise<ServiceFixture> => {
    responder.manner = manner;
    const service = await startFixture({
      liveFolder: await liveFolder(),
      withoutTimestamp: 'seal',
      ...(dataFolder && {dataFolder}),
    });
    started.push(service);
    return service;
  };

  const live = (service: ServiceFixture, path: string, payload: object | string, headers = {}) =>
    service.app.inject({
      method: 'POST',
      url: `/protection${path}`,
      headers: {'x-api-key': service.live.key, 'content-type': 'application/json', ...headers},
      payload,
    });

  const protectLive = async (service: ServiceFixture) => {
    const {payload, headers} = await protectForm(jpegOf(3000), 'image/jpeg', {});
    return live(service, '/protect', payload, headers);
  };

  const inspectLive = async (service: ServiceFixture, file: Buffer) =>
    (await live(service, '/inspect', envelope(file))).json<{
      labelState: string;
      signature?: {notRevokedAt?: string};
    }>();

  const logged = ({lines}: ServiceFixture) => lines.filter((line) => /OCSP|revoked/.test(line));

  it('contain the answer of the responder in the certificate', async () => {
    const service = await start('good');
    const {rawPayload} = await protectLive(service);
    const {labelState, signature} = await inspectLive(service, rawPayload);
    assert.equal(labelState, 'valid');
    assert.ok(Math.abs(Date.parse(signature?.notRevokedAt ?? '') - Date.now()) < 60_000);
    assert.deepEqual(logged(service), []);
    assert.ok((await readdir(service.folder)).includes('live-ocsp.base64'));
    const {asked} = responder;
    await service.app.close();
    const next = await start('dead', service.folder);
    const later = await inspectLive(next, (await protectLive(next)).rawPayload);
    assert.ok(later.signature?.notRevokedAt, 'the stored answer is used');
    assert.equal(responder.asked, asked + 1, 'it may have been revoked since');
    await next.close();
  });

  for (const manner of variants(['lying', 'dead', 'unknown'] as const)) {
    it(`contain none if the responder is ${manner}, which is logged once`, async () => {
      const service = await start(manner);
      for (let round = 0; round < 2; round++) {
        const {rawPayload} = await protectLive(service);
        const {labelState, signature} = await inspectLive(service, rawPayload);
        assert.equal(labelState, 'valid');
        assert.equal(signature?.notRevokedAt, undefined);
        assert.ok(!rawPayload.includes('rVals'));
      }
      assert.equal(logged(service).length, 1);
      await service.close();
    });
  }

  it('do not wait for a responder that does not answer', async () => {
    const started = performance.now();
    const service = await start('silent');
    const {statusCode} = await protectLive(service);
    assert.equal(statusCode, 200);
    assert.ok(performance.now() - started < 9_000);
    await service.close();
  });

  it('are refused after the certificate was revoked, while inspection continues', async () => {
    const good = await start('good');
    const {rawPayload} = await protectLive(good);
    await good.close();
    const service = await start('revoked');
    const request = sealRequest();
    const refusals = [
      await protectLive(service),
      await live(service, '/seal', request, idempotent(request)),
    ];
    for (const {statusCode, body} of refusals) {
      assert.equal(statusCode, 503);
      assert.match(
        body,
        /certificate of the live environment, or one that it leads to, was revoked/,
      );
    }
    assert.equal((await inspectLive(service, rawPayload)).labelState, 'valid');
    const health = await service.app.inject('/healthz');
    assert.deepEqual(health.json<{sealing: object}>().sealing, {sandbox: true, live: false});
    // One line for the discovery, and one for all refused requests.
    assert.equal(logged(service).filter((line) => line.includes('"level":50')).length, 2);
    await service.close();
  });
});
