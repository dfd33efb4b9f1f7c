import assert from 'node:assert/strict';
import {readdir, readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, it} from 'node:test';
import * as asn1js from 'asn1js';
import {BasicOCSPResponse, Certificate, OCSPRequest, OCSPResponse} from 'pkijs';
import {sandboxCertificates} from '../../src/certificates/certificates.js';
import {SharedSandbox} from '../../src/certificates/shared-sandbox.js';
import {SandboxResponder} from '../../src/revocation/sandbox-responder.js';
import type {LastingStore} from '../../src/store/expiring-store.js';
import {openLastingStore} from '../../src/store/open-stores.js';
import {temporaryFolder} from '../service-fixture.js';

const DAY_MS = 86_400_000;

/** The OCSP status of a leaf: 0 is good, 2 is unknown. */
async function statusOf(responder: SandboxResponder, chain: readonly Uint8Array[]) {
  const [leaf, issuer] = chain.map((der) => Certificate.fromBER(new Uint8Array(der)));
  const request = new OCSPRequest();
  await request.createForCertificate(leaf!, {hashAlgorithm: 'SHA-1', issuerCertificate: issuer!});
  const {der} = await responder.answer(new Uint8Array(request.toSchema(true).toBER()));
  const {responseBytes} = OCSPResponse.fromBER(new Uint8Array(der));
  const basic = new BasicOCSPResponse({
    schema: asn1js.fromBER(responseBytes!.response.valueBlock.valueHexView).result,
  });
  const [answer] = basic.tbsResponseData.responses;
  return (answer?.certStatus as asn1js.BaseBlock | undefined)?.idBlock.tagNumber;
}

describe('Sandbox certificates of services with a shared store', () => {
  let store: LastingStore;
  let storeFolder: string;
  let one: string;
  let other: string;
  beforeEach(async () => {
    [storeFolder, one, other] = await Promise.all([
      temporaryFolder(),
      temporaryFolder(),
      temporaryFolder(),
    ]);
    store = await openLastingStore({dataFolder: storeFolder});
  });
  afterEach(async () => {
    await store.close();
    for (const folder of [storeFolder, one, other]) await rm(folder, {recursive: true});
  });

  const agree = (folder: string, now: number, of = store) =>
    new SharedSandbox(of, folder).agree(() => sandboxCertificates(folder, now));
  const filesOf = async (folder: string) => {
    const names = (await readdir(join(folder, 'sandbox'))).sort();
    return Promise.all(names.map((name) => readFile(join(folder, 'sandbox', name), 'utf8')));
  };

  it('are renewed by the first service that has to, and used by the others', async () => {
    const now = Date.now();
    const before = await agree(one, now);
    await agree(other, now);
    const renewed = await agree(one, now + 340 * DAY_MS);
    const taken = await agree(other, now + 340 * DAY_MS);
    assert.equal(taken.trust, before.trust);
    assert.notDeepEqual(
      taken.identity.signer.certificateChain,
      before.identity.signer.certificateChain,
    );
    assert.deepEqual(
      taken.identity.signer.certificateChain,
      renewed.identity.signer.certificateChain,
    );
    assert.deepEqual(await filesOf(one), await filesOf(other));
  });

  it('have the status good even if another service renewed them, and a status request changes no file', async () => {
    const now = Date.now();
    await agree(one, now);
    const {authority} = await agree(other, now);
    const {identity} = await agree(one, now + 340 * DAY_MS);
    const shared = new SharedSandbox(store, other);
    const before = await filesOf(other);
    const responder = new SandboxResponder(
      () => authority,
      () => shared.issued(now),
    );
    assert.equal(await statusOf(responder, identity.signer.certificateChain), 0);
    assert.deepEqual(await filesOf(other), before);
  });

  it('get a status while the store is unreachable, if they are in the service’s own folder', async () => {
    const {identity, authority} = await agree(one, Date.now());
    const away = () => Promise.reject(new Error('The store is away.'));
    const responder = new SandboxResponder(() => ({...authority, issued: []}), away);
    assert.equal(await statusOf(responder, identity.signer.certificateChain), 0);
  });
});
