import {expect, oneEvent, waitUntil} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import {sharedInspectionClient} from '../../../src/core/wiring/inspection.js';
import '../../../src/elements/capture-image.js';
import type {FormStateChangeEvent, ProtectedEvent} from '../../../src/elements/events.js';

interface Service {
  baseUrl: string;
  apiKey: string;
}

const bytesOf = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())];

describe('a photo that is taken and sealed in this engine', () => {
  it('reaches the server in the body of its form as it was sealed, with its seal intact', async function () {
    this.timeout(30_000);
    const {baseUrl, apiKey} = await executeServerCommand<Service, undefined>('sealing-service');
    const {http} = await executeServerCommand<{http: string}, undefined>('upload-server');
    const form = document.createElement('form');
    const element = document.createElement('capture-image');
    Object.assign(element, {baseUrl, apiKey, sandbox: true, name: 'photo', required: true});
    form.append(element);
    document.body.append(form);
    try {
      await element.requestPermissions();
      const video = () => element.shadowRoot?.querySelector('video');
      await waitUntil(() => (video()?.videoWidth ?? 0) > 0, 'the camera is on', {timeout: 5_000});
      // Photos of earlier tests may be sealed meanwhile, where tests share the browser's storage.
      const sealed = new Map<string, Blob>();
      element.addEventListener('protected', ({captureId, protectedBlob}: ProtectedEvent) => {
        sealed.set(captureId, protectedBlob);
      });
      const pending: Promise<FormStateChangeEvent> = oneEvent(element, 'formstatechange');
      const {captureId} = await element.takePicture();
      expect((await pending).valid).to.be.false;
      await waitUntil(() => sealed.has(captureId), 'the photo is sealed', {timeout: 10_000});
      await waitUntil(() => form.checkValidity(), 'the form can be sent');
      const answer = await fetch(`${http}/echo`, {method: 'POST', body: new FormData(form)});
      const received = (await answer.formData()).get('photo');
      if (!(received instanceof File)) throw new Error('No file was received.');
      expect([received.name, received.type]).to.eql([`${captureId}.jpg`, 'image/jpeg']);
      expect(await bytesOf(received)).to.eql(await bytesOf(sealed.get(captureId) as Blob));
      const result = await sharedInspectionClient().inspect(received, {
        url: `${baseUrl}/sandbox/inspect`,
        apiKey,
        signal: AbortSignal.timeout(10_000),
      });
      expect(result.labelValid, result.reason).to.be.true;
    } finally {
      form.remove();
    }
  });
});
