import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {before, describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {Verification} from '../../../src/worker/inspection/verification.js';
import {compileEngine} from '@sealed-capture/seal/node/engine-module.js';
import {envelope, protectForm} from '../requests.js';
import {
  type ServiceFixture,
  serviceOfSuite,
  startFixture,
  temporaryFolder,
} from '../service-fixture.js';

const assets = join(import.meta.dirname, '../../../../shared/assets');
const absent = existsSync(assets) ? false : 'the shared test media are not here';
const anchors = join(assets, 'anchors');
const media = join(import.meta.dirname, '../../../seal/test/media');
const MIB = 1024 * 1024;

const files = absent
  ? []
  : readdirSync(join(assets, 'dev')).filter((name) => !name.endsWith('.csv'));

const sealable = {
  'small.jpg': 'image/jpeg',
  'small.png': 'image/png',
  'small.webp': 'image/webp',
  'small.mp3': 'audio/mpeg',
};

/** The verdict of the browser's verifier, run in Node. */
async function localVerdict(
  engine: WebAssembly.Module,
  file: Uint8Array,
  trust: string,
): Promise<InspectionResult> {
  const verification = new Verification();
  verification.prepare(engine);
  await verification.open(new Blob([Buffer.from(file)]));
  const judgement = await verification.judge(trust);
  assert.equal(judgement.name, 'judged');
  return judgement.result;
}

/** The verdict of the service, over HTTP. */
async function serviceVerdict(
  service: ServiceFixture,
  file: Uint8Array,
): Promise<InspectionResult> {
  const answer = await service.post('/inspect', envelope(file));
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<InspectionResult>();
}

const at = async (service: ServiceFixture, name: string): Promise<string> =>
  (await service.app.inject(`/protection/sandbox/${name}`)).body;
const trustOf = (service: ServiceFixture): Promise<string> => at(service, 'trust.json');
const pemOf = (service: ServiceFixture): Promise<string> => at(service, 'trust.pem');

for (const withAnchors of absent ? [false] : [true, false]) {
  describe(`The browser's verdict and the service's, ${withAnchors ? 'with' : 'without'} further roots`, () => {
    const service = serviceOfSuite(withAnchors ? {trustAnchors: anchors} : {});
    let engine: WebAssembly.Module;
    let trust: string;
    before(async () => {
      engine = await compileEngine(1024 * MIB);
      trust = await trustOf(service);
    });

    it('have files to compare', {skip: absent}, () => assert.equal(files.length, 20));

    for (const file of files) {
      it(`agree on ${file}`, async () => {
        const bytes = readFileSync(join(assets, 'dev', file));
        const local = await localVerdict(engine, bytes, trust);
        assert.deepEqual(local, await serviceVerdict(service, bytes));
      });
    }

    for (const [file, mediaType] of Object.entries(sealable)) {
      it(`agree on ${file}, sealed and with one byte changed`, async () => {
        const metadata = {tags: {case: '7'}, gps: {latitude: 1.25, longitude: -3.5}};
        const form = await protectForm(readFileSync(join(media, file)), mediaType, metadata);
        const sealed = (await service.post('/protect', form.payload, form.headers)).rawPayload;
        const local = await localVerdict(engine, sealed, trust);
        assert.equal(local.labelState, 'valid');
        assert.deepEqual(local.gps, metadata.gps);
        assert.deepEqual(local, await serviceVerdict(service, sealed));

        sealed[sealed.length >> 1]! ^= 1;
        const changed = await localVerdict(engine, sealed, trust);
        assert.equal(changed.labelState, 'invalid');
        assert.deepEqual(changed, await serviceVerdict(service, sealed));
      });
    }
  });
}

describe('trust.pem', () => {
  const certificates = (pem: string): string[] =>
    pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];

  it('lists the operator’s trust anchors as well, each certificate once, and nothing else', async () => {
    const made = await startFixture({trustLists: {sandbox: [], live: []}});
    const [root = ''] = certificates(await pemOf(made));
    await made.close();
    const folder = await temporaryFolder();
    const key = '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n';
    for (const name of ['a.pem', 'b.pem']) await writeFile(join(folder, name), key + root);

    const service = await startFixture({trustAnchors: folder, trustLists: {sandbox: [], live: []}});
    const text = await pemOf(service);
    await service.close();
    const listed = certificates(text);
    assert.equal(listed.length, 2, 'its own root, and the operator’s once');
    assert.equal(listed[1], root);
    assert.equal(text, listed.map((one) => `${one}\n`).join(''));
  });
});
