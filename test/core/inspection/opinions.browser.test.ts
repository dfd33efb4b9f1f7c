import {expect} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import {sharedVerifiers} from '../../../src/core/wiring/inspection.js';
import {
  askOpinions,
  type OpinionOptions,
  type Opinions,
} from '../../../src/core/inspection/opinions.js';
import type {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {type SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import {WorkerLocalVerification} from '../../../src/ports/inspection/local-verification.js';
import {findEngineAt} from '../../../src/ports/inspection/verification-script-urls.js';
import {load, seal, type SealingService} from '../queue/sealing/sealing-fixture.js';

const media: {mediaType: SealableMediaType; file: string}[] = [
  {mediaType: 'image/jpeg', file: 'small.jpg'},
  {mediaType: 'image/png', file: 'small.png'},
  {mediaType: 'image/webp', file: 'small.webp'},
  {mediaType: 'audio/mpeg', file: 'small.mp3'},
];

describe('the engine in this browser, against the real service', () => {
  let service: SealingService;

  before(async () => {
    service = await executeServerCommand<SealingService, undefined>('sealing-service');
  });

  const ask = (file: Blob, options: Partial<OpinionOptions> = {}): Promise<Opinions> =>
    askOpinions(
      file,
      {
        verify: 'both',
        url: `${service.baseUrl}/sandbox/inspect`,
        apiKey: service.apiKey,
        signal: new AbortController().signal,
        ...options,
      },
      sharedVerifiers(),
    );

  for (const {mediaType, file} of media) {
    it(`gives the same verdict on ${file} as the service, sealed and with one byte changed`, async () => {
      const original = await load(file, mediaType);
      const {baseUrl, apiKey} = service;
      const sealed = await seal({baseUrl, apiKey, sandbox: true}, original, mediaType, {a: 'b'});
      const whole = await ask(sealed);
      expect(whole.unanswered).to.equal(undefined);
      expect(whole.local).to.deep.equal(whole.service);
      expect(whole.result.labelState).to.equal('valid');
      expect(whole.differences).to.deep.equal({state: false, codes: [], contents: []});

      const bytes = new Uint8Array(await sealed.arrayBuffer());
      const at = mediaType === 'image/webp' ? original.size - 20 : bytes.length - 20;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const changed = await ask(new Blob([bytes]));
      expect(changed.local).to.deep.equal(changed.service);
      expect(changed.result.labelState).to.equal('invalid');
    });
  }

  it('gives the same verdict on a file that is sent as it is, because it has more than 1 MiB', async () => {
    const {baseUrl, apiKey} = service;
    const url = `${baseUrl}/sandbox/inspect`;
    const limits = await sharedVerifiers().limits?.of(url, new AbortController().signal);
    expect(limits?.takesFile, 'the service takes one').to.be.true;
    // What follows the picture is hashed, too.
    const parts = [await load('small.jpg', 'image/jpeg'), new Uint8Array(1.5 * 1024 * 1024)];
    const original = new Blob(parts, {type: 'image/jpeg'});
    const sealed = await seal({baseUrl, apiKey, sandbox: true}, original, 'image/jpeg', {a: 'b'});
    const whole = await ask(new File([sealed], 'large.jpg', {type: 'image/jpeg'}));
    expect(whole.service?.labelState).to.equal('valid');
    expect(whole.local).to.deep.equal(whole.service);
    const changed = await ask(new File([sealed.slice(0, -1), 'x'], 'large.jpg'));
    expect(changed.service?.labelState).to.equal('invalid');
  });

  it('trusts only the given anchors, and accepts only certificates', async () => {
    const original = await load('small.jpg', 'image/jpeg');
    const {baseUrl, apiKey} = service;
    const sealed = await seal({baseUrl, apiKey, sandbox: true}, original, 'image/jpeg', {});
    const none = await failure(ask(sealed, {verify: 'local', trustAnchors: 'not PEM'}));
    expect(none.code).to.equal('configuration_invalid');
    const {result} = await ask(sealed, {verify: 'local', trustAnchors: stranger});
    expect(result.labelState).to.equal('untrusted');
  });

  it('reports a file type from which it cannot read seals', async () => {
    const {code} = await failure(ask(new Blob(['text']), {verify: 'local'}));
    expect(code).to.equal('media_unsupported');
  });

  it('names the address if it cannot be loaded, and works again when it can', async () => {
    const fresh = new WorkerLocalVerification();
    const verify = async () => {
      const {signal} = new AbortController();
      const file = await load('small.jpg', 'image/jpeg');
      return fresh.verify(file, {trustAnchors: stranger, signal});
    };
    const engine = new URL('../../../src/worker/c2pa.wasm', import.meta.url);
    try {
      findEngineAt(() => new URL('/nowhere/c2pa.wasm', location.href));
      const missing = await failure(verify());
      expect(missing.code).to.equal('worker_unavailable');
      expect(missing.message).to.contain('/nowhere/c2pa.wasm. It has to be there');
      // Another file than the one this script was built with.
      const other = new URL('../../../src/ports/browser/clock.js', import.meta.url);
      findEngineAt(() => other);
      const wrong = await failure(verify());
      expect(wrong.code).to.equal('worker_unavailable');
      expect(wrong.message).to.contain('of this version');
    } finally {
      findEngineAt(() => engine);
    }
    expect((await verify()).labelState).to.equal('none');
  });
});

const failure = (promise: Promise<unknown>): Promise<SealedCaptureError> =>
  promise.then(
    () => expect.fail('It did not fail.'),
    (thrown: SealedCaptureError) => thrown,
  );

/** A certificate unrelated to any other; valid until 2126. */
const stranger = `-----BEGIN CERTIFICATE-----
MIIBqTCCAU+gAwIBAgIUE09Q1AApULY5Ie9s5s5nOkcEZMQwCgYIKoZIzj0EAwIw
KTEPMA0GA1UECgwGTm9ib2R5MRYwFAYDVQQDDA1Ob2JvZHkncyByb290MCAXDTI2
MTEyMTE2Mzk0MVoYDzIxMjYxMDI4MTYzOTQxWjApMQ8wDQYDVQQKDAZOb2JvZHkx
FjAUBgNVBAMMDU5vYm9keSdzIHJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AASEzKi3OfjiCBZSmnyM8uei//i8anBUpTZrI1184hc/fvCxDvH2J9XAOa3ml0ID
93etRmXGoaDzLB9L9to86/YCo1MwUTAdBgNVHQ4EFgQU7zZ01rcfAqOp6/u7yr41
jshX5CgwHwYDVR0jBBgwFoAU7zZ01rcfAqOp6/u7yr41jshX5CgwDwYDVR0TAQH/
BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiA3uuhOEGLjP/Ruts7UaC5NKMSYa/aB
xOzApll+lYfvWgIhANOkv/SonMfHT5+LtoZa797hSx7Gs9M49hijPY7g6qw+
-----END CERTIFICATE-----
`;
