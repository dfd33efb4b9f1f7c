// Seals pictures, from the camera or given ones, and uploads the same file to be sealed as a whole for comparison.
import {CoreOfPages as Core} from '../../src/core/wiring/core-of-pages.js';
import type {ProtectionClient} from '../../src/core/queue/queue-client.js';
import {liveElement, next, pause, type Options} from './capture-element.js';

export interface Sealing {
  /** Time from `capture` to `protected`. */
  milliseconds: number;
  bytes: number;
}

type Seal = () => Promise<Sealing>;

class SealingBench {
  #seal?: Seal;
  #apiKey = '';
  #picture = new Blob();

  /** Uses pictures of the element's camera. */
  async startWithCamera(options: Options): Promise<void> {
    this.#apiKey = options.apiKey;
    const element = await liveElement(options);
    this.#seal = async () => {
      const captured = next(element, 'capture');
      const sealed = next(element, 'protected');
      void element.takePicture();
      const {detail, at} = await captured;
      this.#picture = detail.blob;
      return {milliseconds: (await sealed).at - at, bytes: detail.blob.size};
    };
  }

  /** Uses one given picture through the core, so that no camera uses the processor. */
  async startWithPicture(address: string, {apiKey}: Options): Promise<void> {
    this.#apiKey = apiKey;
    this.#picture = await (await fetch(address)).blob();
    const core = Core.shared();
    this.#seal = async () => {
      const picture = new Blob([await this.#picture.arrayBuffer()], {type: 'image/jpeg'});
      return sealByCore(core, picture, apiKey);
    };
  }

  async seal(): Promise<Sealing> {
    await pause(60);
    if (!this.#seal) throw new Error('Start first.');
    return this.#seal();
  }

  /** Milliseconds to seal the last picture by upload. */
  async upload(): Promise<number> {
    const form = new FormData();
    form.append('metadata', new Blob(['{}'], {type: 'application/json'}));
    form.append('media', this.#picture, 'picture.jpg');
    const start = performance.now();
    const answer = await fetch('/protection/sandbox/protect', {
      method: 'POST',
      headers: {'x-api-key': this.#apiKey, 'idempotency-key': crypto.randomUUID()},
      body: form,
    });
    const sealed = await answer.blob();
    if (!answer.ok) throw new Error(`${answer.status} ${await sealed.text()}`);
    return performance.now() - start;
  }
}

function sealByCore(core: Core, picture: Blob, apiKey: string): Promise<Sealing> {
  return new Promise((resolve, reject) => {
    let capturedAt = 0;
    const client: ProtectionClient = {
      mode: 'image',
      config: {apiKey, sandbox: true},
      onCapture: () => {
        capturedAt = performance.now();
      },
      onProtected: () => {
        const milliseconds = performance.now() - capturedAt;
        protection.release();
        resolve({milliseconds, bytes: picture.size});
      },
      onProtectError: ({code, message}) => reject(new Error(`${code}: ${message}`)),
      onChange: () => undefined,
    };
    const protection = core.connect(client);
    const draft = {
      mode: 'image',
      mediaType: 'image/jpeg',
      metadata: {tags: {run: 'bench'}},
      capturedAt: Date.now(),
    } as const;
    core.protect(protection, picture, draft).catch(reject);
  });
}

export type {SealingBench};
Object.assign(globalThis, {bench: new SealingBench()});
