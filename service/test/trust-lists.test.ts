import assert from 'node:assert/strict';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {TrustAnchors} from '@sealed-capture/seal/model/inspection/trust-anchors.js';
import {compileEngine} from '@sealed-capture/seal/node/engine-module.js';
import {TrustLists} from '../src/trust/trust-lists.js';
import {Verification} from '../../src/worker/inspection/verification.js';
import {makeAuthority, policyExtensions, type TestAuthority} from '../../seal/test/pki.js';
import {sealFile} from '../../seal/test/seal-file.js';
import {simplest} from '../../seal/test/sources.js';
import {officialList, productList, productRecord} from '../../seal/test/trust/official-list.js';
import {envelope} from './requests.js';
import {startFixture, temporaryFolder, type ServiceFixture} from './service-fixture.js';

const DN = {CN: 'Harbour Camera', O: 'Example Makers Ltd', C: 'GB'};
const MIB = 1024 * 1024;
const log = () => {
  const warned: string[] = [];
  const note = (_details: object, message: string) => void warned.push(message);
  return {warned, log: {info: () => {}, warn: note}};
};

async function storeList(dataFolder: string, name: string, text: string): Promise<void> {
  await mkdir(join(dataFolder, 'trust'), {recursive: true});
  await writeFile(join(dataFolder, 'trust', `${name}.json`), text);
}

describe('A file signed under the official list', () => {
  let maker: TestAuthority;
  let stamper: TestAuthority;
  let service: ServiceFixture;
  let sealed: Uint8Array;

  before(async () => {
    const subject = 'CN=Harbour Camera,O=Example Makers Ltd,C=GB';
    maker = await makeAuthority('Makers', {subject, extensions: policyExtensions(2)});
    stamper = await makeAuthority('Stampers');
    const folder = await temporaryFolder();
    await storeList(folder, 'c2pa-trust-list', officialList('C2PA Trust List', [maker]));
    await storeList(folder, 'c2pa-tsa-trust-list', officialList('C2PA TSA Trust List', [stamper]));
    await storeList(folder, 'conforming-products-list', productList(productRecord(DN)));
    const [source] = simplest;
    assert.ok(source);
    const signer = {...maker.withoutTime, timestamp: stamper.stamp};
    ({sealed} = await sealFile(source, signer));
    service = await startFixture({dataFolder: folder});
  });
  after(() => service.close());

  const text = async (path: string) =>
    (await service.app.inject(`/protection/sandbox/${path}`)).body;

  it('reads valid with level and product by the service and locally, with default settings', async () => {
    const answer = await service.post('/inspect', envelope(sealed));
    const result = answer.json<InspectionResult>();
    assert.equal(result.labelState, 'valid', result.reason);
    assert.equal(result.signature?.trustList, 'official');
    assert.equal(result.signature.assuranceLevel, 2);
    assert.ok(result.signature.timestamp);
    assert.equal(result.signature.product?.maker, 'Example Makers Ltd');
    assert.equal(result.signature.product.status, 'conformant');

    const verification = new Verification();
    verification.prepare(await compileEngine(256 * MIB));
    await verification.open(new Blob([Uint8Array.from(sealed)]));
    const judgement = await verification.judge(await text('trust.json'));
    assert.ok(judgement.name === 'judged');
    assert.deepEqual(judgement.result, result);
  });

  it('names the list of the operator that knows the signer, in the service and locally', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'surveyors.pem'), maker.rootPem);
    await writeFile(join(folder, 'others.pem'), stamper.rootPem);
    const operated = await startFixture({
      trustAnchors: folder,
      trustLists: {sandbox: [], live: []},
    });
    try {
      const {signature} = (
        await operated.post('/inspect', envelope(sealed))
      ).json<InspectionResult>();
      assert.equal(signature?.trustList, 'own');
      assert.equal(signature.trustListName, 'surveyors');
      const verification = new Verification();
      verification.prepare(await compileEngine(256 * MIB));
      await verification.open(new Blob([Uint8Array.from(sealed)]));
      const anchors = await operated.app.inject('/protection/sandbox/trust.json');
      const judgement = await verification.judge(anchors.body);
      assert.ok(judgement.name === 'judged');
      assert.equal(judgement.result.signature?.trustListName, 'surveyors');
    } finally {
      await operated.close();
    }
  });

  it('differs from a file of the environment’s own certificate, which has neither', async () => {
    const trust = JSON.parse(await text('trust.json')) as TrustAnchors;
    assert.equal(trust.official?.signers, maker.rootPem.trim() + '\n');
    assert.equal(trust.official.timeStamps, stamper.rootPem.trim() + '\n');
    assert.equal(trust.signers, trust.timeStamps);
    assert.equal(trust.products?.length, 1);
    assert.equal(trust.interim?.allowed.length, 117);
    assert.equal((await text('trust.pem')).match(/BEGIN/g)?.length, 3);
  });

  it('has an unknown signer if the lists are turned off, for one environment or both', async () => {
    const narrowed = await startFixture({trustLists: {sandbox: [], live: ['official']}});
    const trust = await narrowed.app.inject('/protection/sandbox/trust.json');
    const answer = await narrowed.post('/inspect', envelope(sealed));
    await narrowed.close();
    assert.deepEqual(Object.keys(trust.json()), ['signers', 'timeStamps']);
    assert.equal(answer.json<InspectionResult>().labelState, 'untrusted');
  });
});

describe('The trust lists in use', () => {
  it('are those of the data folder once they are there, and stay in use if a later one is invalid', async () => {
    const [first, second] = [await makeAuthority('First'), await makeAuthority('Second')];
    const dataFolder = await temporaryFolder();
    const {warned, log: to} = log();
    let changes = 0;
    const lists = await TrustLists.open({dataFolder, log: to, onChange: () => changes++});
    lists.close();
    assert.equal(lists.official.signers.pem.match(/BEGIN/g)?.length, 30);
    const store = async (text: string) => {
      await storeList(dataFolder, 'c2pa-trust-list', text);
      await lists.refresh();
    };
    await store(officialList('C2PA Trust List', [first]));
    const used = lists.official.signers;
    assert.equal(used.pem.trim(), first.rootPem.trim());
    await lists.refresh();
    assert.equal(changes, 1, 'nothing has changed since');
    const bad = [
      officialList('C2PA Trust List', [second]).slice(0, 200),
      officialList('C2PA Trust List', []),
      officialList('C2PA Trust List', [second], {issued: '2026-10-01T00:00:00Z'}),
      '',
    ];
    for (const text of bad) {
      await store(text);
      assert.equal(lists.official.signers.pem, used.pem);
    }
    const refused = warned.filter((message) => /is not used: .+/.test(message));
    assert.equal(refused.length, bad.length);
    await store(officialList('C2PA Trust List', [second], {issued: '2026-11-03T00:00:00Z'}));
    assert.equal(lists.official.signers.pem.trim(), second.rootPem.trim());
  });

  it('are read again by a running service, whose threads use them', async () => {
    const maker = await makeAuthority('Later');
    const [source] = simplest;
    assert.ok(source);
    const {sealed} = await sealFile(source, maker.withoutTime);
    const service = await startFixture({trustListsEvery: 20});
    const state = async () =>
      (await service.post('/inspect', envelope(sealed))).json<InspectionResult>().labelState;
    assert.equal(await state(), 'untrusted');
    await storeList(service.folder, 'c2pa-trust-list', officialList('C2PA Trust List', [maker]));
    let after = await state();
    for (let turns = 0; after !== 'valid' && turns < 200; turns++) {
      await sleep(20);
      after = await state();
    }
    await service.close();
    assert.equal(after, 'valid');
  });

  it('are the package’s own if the data folder has older ones', async () => {
    const dataFolder = await temporaryFolder();
    const old = officialList('C2PA Trust List', [await makeAuthority()], {
      issued: '2025-01-01T00:00:00Z',
    });
    await storeList(dataFolder, 'c2pa-trust-list', old);
    const lists = await TrustLists.open({dataFolder, log: log().log, onChange: () => {}});
    lists.close();
    assert.equal(lists.official.signers.pem.match(/BEGIN/g)?.length, 30);
  });

  it('cause a warning if they are older than their next update', async () => {
    const dataFolder = await temporaryFolder();
    const at = async (time: string) => {
      const {warned, log: to} = log();
      const now = () => Date.parse(time);
      const lists = await TrustLists.open({dataFolder, log: to, onChange: () => {}, now});
      lists.close();
      return warned;
    };
    assert.deepEqual(await at('2027-08-04T00:00:00Z'), []);
    const warned = await at('2027-08-06T00:00:00Z');
    assert.equal(warned.length, 2, 'the list of products names no next update');
    assert.match(warned[0] ?? '', /c2pa-trust-list is older.*trust update/);
  });
});
