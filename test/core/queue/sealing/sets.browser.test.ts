import {expect} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import {sharedInspectionClient} from '../../../../src/core/wiring/inspection.js';
import {CoreOfPages as Core} from '../../../../src/core/wiring/core-of-pages.js';
import {importing} from '../../../../src/core/wiring/elements/capturing.js';
import type {Protection} from '../../../../src/core/queue/queue-client.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {
  ProtectedDetail,
  ProtectionConfig,
} from '@sealed-capture/seal/model/protection-config.js';
import {load, seal, type SealingService} from './sealing-fixture.js';

describe('a job with a chosen photo, against the real service', () => {
  let service: SealingService;

  before(async () => {
    service = await executeServerCommand<SealingService, undefined>('sealing-service');
  });

  const inspect = (file: Blob): Promise<InspectionResult> =>
    sharedInspectionClient().inspect(file, {
      url: `${service.baseUrl}/sandbox/inspect`,
      apiKey: service.apiKey,
      signal: new AbortController().signal,
    });

  it('has a number of the service for it, also if it has a seal already', async () => {
    const {baseUrl, apiKey} = service;
    const photo = await load('small.jpg', 'image/jpeg');
    const account: ProtectionConfig = {baseUrl, apiKey, sandbox: true};
    const history = await seal(account, photo, 'image/jpeg', {from: 'elsewhere'});
    const job = `claim ${crypto.randomUUID()}`;
    const sealed = new Map<string, Blob>();
    let told: () => void = () => undefined;
    const protection: Protection = Core.shared().connect({
      mode: 'image',
      config: {...account, job},
      onCapture: () => undefined,
      onChange: () => undefined,
      onProtected: ({captureId, protectedBlob}: ProtectedDetail) => {
        sealed.set(captureId, protectedBlob);
        told();
      },
      onProtectError: ({code, message}) => expect.fail(`${code}: ${message}`),
    });
    const ids: string[] = [];
    for (const chosen of [photo, history, photo]) {
      const file = await importing.chosen(chosen, new AbortController().signal);
      if (file.name !== 'ready') throw new Error(file.why);
      ids.push((await importing.take(protection, file, {...account, job})).captureId);
    }
    while (!ids.every((id) => sealed.has(id))) {
      await new Promise<void>((resolve) => (told = resolve));
    }
    protection.release();
    const read = await Promise.all(ids.map((id) => inspect(sealed.get(id)!)));
    expect(read.map(({labelState}) => labelState)).to.deep.equal(['valid', 'valid', 'valid']);
    const sets = read.map(({set}) => set);
    expect(sets.map((set) => [set?.index, set?.previous, set?.told?.index])).to.deep.equal([
      [1, undefined, 1],
      [2, sets[0]?.seal, 2],
      [3, sets[1]?.seal, 3],
    ]);
    expect(sets[1]?.told?.job).to.equal(job);
  });
});
