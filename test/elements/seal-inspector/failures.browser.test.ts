import {expect, oneEvent} from '@open-wc/testing';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {
  InspectedEvent,
  InspectErrorEvent,
} from '../../../src/elements/seal-inspector/events.js';
import {valid} from './answers.js';
import {FakeClient, fileNamed, inspectorWith, part} from './fixture.js';
import {textOf} from '../kit.js';

describe('<seal-inspector> failures', () => {
  const failing = (code: ErrorCode, options: object = {}) =>
    new FakeClient(() => Promise.reject(new SealedCaptureError(code, 'technical', options)));

  const failures: [string, ErrorCode, {status?: number; retryAfter?: number}, string, string][] = [
    ['401', 'unauthorized', {status: 401}, 'This page is not set up right', 'set a valid key'],
    ['403', 'unauthorized', {status: 403}, 'This page is not set up right', 'its key is not for'],
    ['404', 'request_rejected', {status: 404}, 'This page is not set up right', 'the address'],
    ['405', 'request_rejected', {status: 405}, 'This page is not set up right', 'the address'],
    [
      'nobody logged in',
      'credentials_missing',
      {},
      'This page has no access to the service',
      'Log in',
    ],
    ['413', 'too_large', {status: 413}, 'The file is too large', 'a copy loses the seal'],
    [
      '415',
      'request_rejected',
      {status: 415},
      'The service does not understand this page',
      'owner',
    ],
    ['a wrong setting', 'configuration_invalid', {}, 'This page is not set up right', 'owner'],
    [
      '400',
      'request_rejected',
      {status: 400},
      'Seals are not read from this kind of file',
      'Choose a photo',
    ],
    [
      '429',
      'rate_limited',
      {status: 429, retryAfter: 4200},
      'Too many checks at once',
      '5 seconds',
    ],
    ['being offline', 'network_failed', {}, 'The service cannot be reached', 'connection'],
    ['a timeout', 'timeout', {}, 'The service did not answer in time', 'Try again'],
    ['503', 'service_unavailable', {status: 503}, 'The service is busy', 'Try again in a moment'],
    ['500', 'service_unavailable', {status: 500}, 'The service is busy', 'Try again in a moment'],
    ['no worker', 'worker_unavailable', {}, 'This browser cannot check it here', 'Try again'],
    [
      'no JSON',
      'response_invalid',
      {status: 200},
      'The service’s reply was unreadable',
      'Try again',
    ],
  ];

  for (const [name, code, options, heading, help] of failures) {
    it(`explains what happened and what to do for ${name}`, async () => {
      const element = await inspectorWith(failing(code, options));
      setTimeout(() => void element.inspect(fileNamed('photo.jpg')));
      const event: InspectErrorEvent = await oneEvent(element, 'inspect-error');
      expect(event.detail).to.include({fileName: 'photo.jpg', code, status: options.status});
      expect(event.code).to.equal(code);
      expect(event.bubbles && event.composed).to.be.true;
      const failure = part(element, 'failure');
      expect(textOf(failure?.querySelector('h2'))).to.equal(heading);
      expect(textOf(failure)).to.contain(help);
      expect(textOf(failure), 'no technical message').to.not.contain('technical');
      expect(textOf(element.shadowRoot?.querySelector('[role="status"]'))).to.contain(heading);
    });
  }

  it('has no accessibility violation while it shows a failure', async () => {
    const element = await inspectorWith(failing('network_failed'));
    await element.inspect(fileNamed('photo.jpg'));
    await expect(element).to.be.accessible();
  });

  it('retries the same file on request, and keeps the focus', async () => {
    let attempts = 0;
    const client = new FakeClient(() =>
      attempts++ === 0
        ? Promise.reject(new SealedCaptureError('network_failed', 'gone'))
        : Promise.resolve(valid),
    );
    const element = await inspectorWith(client);
    await element.inspect(fileNamed('photo.jpg'));
    const again = part(element, 'failure')?.querySelector('button');
    setTimeout(() => again?.click());
    const {fileName}: InspectedEvent = await oneEvent(element, 'inspected');
    expect(fileName).to.equal('photo.jpg');
    expect(client.asked[1]?.file).to.equal(client.asked[0]?.file);
    expect(element.shadowRoot?.activeElement).to.equal(part(element, 'choose'));
  });

  it('has no retry button if a retry cannot help', async () => {
    const element = await inspectorWith(failing('unauthorized', {status: 401}));
    await element.inspect(fileNamed('photo.jpg'));
    expect(part(element, 'failure')?.querySelector('button')).to.be.null;
  });

  it('names the type of a file whose seals this browser cannot read', async () => {
    const element = await inspectorWith(failing('media_unsupported'));
    await element.inspect(fileNamed('notes.pdf', 'application/pdf'));
    expect(textOf(part(element, 'failure'))).to.contain(
      'Seals are not read from this kind of file',
    );
  });

  it('offers to verify in the browser only if the service failed', async () => {
    const offers = async (code: ErrorCode, options = {}) => {
      const element = await inspectorWith(failing(code, options));
      await element.inspect(fileNamed('photo.jpg'));
      return textOf(part(element, 'failure')).includes('Check in this browser instead');
    };
    for (const code of ['network_failed', 'timeout', 'service_unavailable', 'too_large'] as const) {
      expect(await offers(code), code).to.be.true;
    }
    expect(await offers('media_unsupported')).to.be.false;
    expect(await offers('request_rejected', {status: 400})).to.be.false;
  });

  it('distinguishes a wrong setting of the page from a refusal by the service', async () => {
    const element = await inspectorWith(failing('network_failed'));
    Reflect.set(element, 'verify', 'locally');
    expect(element.verify).to.equal('service');
    await element.inspect(fileNamed('photo.jpg'));
    expect(textOf(part(element, 'failure'))).to.equal(
      'This page is not set up right Tell the owner of this page.',
    );
  });

  it('does not send an empty file', async () => {
    const client = failing('network_failed');
    const element = await inspectorWith(client);
    await element.inspect(new File([], 'empty.jpg'));
    expect(client.asked).to.eql([]);
    expect(textOf(part(element, 'failure'))).to.contain('This file is empty');
  });

  for (const given of [undefined, null, 'photo.jpg', {size: 3, type: 'image/jpeg'}]) {
    it(`reports that ${JSON.stringify(given)} is not a file and could not be read`, async () => {
      const client = failing('network_failed');
      const element = await inspectorWith(client);
      let error: InspectErrorEvent | undefined;
      element.addEventListener('inspect-error', (event) => (error = event));
      await element.inspect(given as Blob);
      expect(error?.detail).to.include({code: 'media_unsupported', retryable: false, fileName: ''});
      expect(client.asked).to.eql([]);
      expect(textOf(part(element, 'failure'))).to.contain('The file could not be read');
      expect(element.shadowRoot?.textContent).not.to.contain('Checking the seal');
    });
  }

  it('inspects a file object of another window', async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const {Blob: OtherBlob} = frame.contentWindow as unknown as {Blob: typeof Blob};
    const element = await inspectorWith(new FakeClient(() => Promise.resolve(valid)));
    await element.inspect(new OtherBlob(['photo']));
    expect(part(element, 'verdict')).to.be.ok;
    frame.remove();
  });

  it('reports that a folder or a moved file could not be read', async () => {
    const cause = new DOMException('It is gone.', 'NotReadableError');
    const element = await inspectorWith(failing('media_unsupported', {cause}));
    await element.inspect(fileNamed('folder'));
    expect(textOf(part(element, 'failure'))).to.contain('The file could not be read');
  });

  it('replaces the failure with the next verdict', async () => {
    const element = await inspectorWith(failing('network_failed'));
    await element.inspect(fileNamed('photo.jpg'));
    element.client = new FakeClient(() => Promise.resolve(valid));
    await element.inspect(fileNamed('photo.jpg'));
    expect(part(element, 'failure')).to.be.null;
    expect(part(element, 'verdict')).to.be.ok;
  });
});
