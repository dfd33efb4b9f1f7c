import {expect} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import {createProtection} from '../../../../src/core/credentials/create-protection.js';
import {sharedInspectionClient} from '../../../../src/core/wiring/inspection.js';
import type {AccessToken} from '../../../../src/core/credentials/access-tokens.js';
import type {
  ProtectionConfig,
  ProtectionOptions,
} from '@sealed-capture/seal/model/protection-config.js';
import {signedHeaders} from '../../../../src/worker/sealing/message-signer.js';
import {load, seal, type SealingService} from './sealing-fixture.js';

const keysOf = ({apiKey, secret}: SealingService) => ({apiKey, apiSecret: secret});

/** Mints a token like a page's backend, which has the secret; see the guide on keys. */
async function mint(service: SealingService, signal: AbortSignal): Promise<AccessToken> {
  const url = `${service.baseUrl}/sandbox/tokens`;
  const body = JSON.stringify({origin: location.origin, lifetime: 60});
  const plain = {'Content-Type': 'application/json'};
  const request = {url, method: 'POST' as const, headers: plain, body};
  const headers = await signedHeaders(request, keysOf(service), Date.now());
  const answer = await fetch(url, {method: 'POST', headers, body, signal});
  expect(answer.status).to.equal(200);
  return (await answer.json()) as AccessToken;
}

describe('authorization in this engine, against the real service', () => {
  let service: SealingService;
  let photo: Blob;
  const at = (): {baseUrl: string; sandbox: true} => ({baseUrl: service.baseUrl, sandbox: true});

  before(async () => {
    service = await executeServerCommand<SealingService, undefined>('sealing-service');
    photo = await load('small.jpg', 'image/jpeg');
  });

  const verdictOn = (file: Blob, protection: ProtectionOptions) =>
    sharedInspectionClient().inspect(file, {
      url: `${service.baseUrl}/sandbox/inspect`,
      protection,
      signal: new AbortController().signal,
    });

  /** Seals, and inspects with `protection` only: no key is sent. */
  async function roundTrip(config: ProtectionConfig, inspection: ProtectionOptions) {
    const tags = {'naïve ☃': crypto.randomUUID()};
    const verdict = await verdictOn(await seal(config, photo, 'image/jpeg', tags), inspection);
    expect(verdict.labelState).to.equal('valid');
    expect(verdict.tags).to.deep.equal(tags);
  }

  it('seals and inspects with signed requests', async () => {
    const keys = keysOf(service);
    const protection = createProtection({...at(), ...keys});
    await roundTrip({protection}, protection);
    await roundTrip({...at(), ...keys}, protection);
  });

  it('seals with an encrypted request', async () => {
    const keys = keysOf(service);
    const protection = createProtection({...at(), ...keys, encryptRequests: true});
    await roundTrip({protection}, createProtection(keys));
    const refusal: unknown = await verdictOn(photo, protection).catch((error: unknown) => error);
    expect(refusal).to.have.property('code', 'configuration_invalid');
  });

  it('reports a key that does not fit into a header as a wrong setting, not as no network', async () => {
    const reasonOf = (work: Promise<unknown>) => work.then(String, String);
    const sealing = seal({...at(), apiKey: '…'}, photo, 'image/jpeg', {});
    expect(await reasonOf(sealing)).to.match(/configuration_invalid: apiKey/);
    const inspecting = verdictOn(photo, createProtection({apiKey: '…'}));
    expect(await reasonOf(inspecting)).to.match(/apiKey/);
    const code = await inspecting.catch((error: {code?: string}) => error.code);
    expect(code).to.equal('configuration_invalid');
  });

  it('fetches a token once, for sealing and inspecting', async () => {
    let calls = 0;
    const getToken = (signal: AbortSignal) => (calls++, mint(service, signal));
    const protection = createProtection({...at(), getToken});
    await roundTrip({protection}, protection);
    expect(calls).to.equal(1);
  });

  it('renews a token once if the service refuses it', async () => {
    let calls = 0;
    const getToken = async (signal: AbortSignal): Promise<AccessToken> =>
      ++calls === 1 ? {token: 'e30.e30.refused'} : mint(service, signal);
    const protection = createProtection({...at(), getToken});
    await roundTrip({protection}, protection);
    expect(calls).to.equal(2);
  });

  it('reports a secret that does not belong to the key as refused', async () => {
    const {apiKey} = service;
    const protection = createProtection({...at(), apiKey, apiSecret: 'not-its-own'});
    const error: unknown = await seal({protection}, photo, 'image/jpeg', {}).catch(
      (thrown: unknown) => thrown,
    );
    expect(String(error)).to.match(/unauthorized/);
    expect(String(error)).to.not.contain('not-its-own');
  });
});
