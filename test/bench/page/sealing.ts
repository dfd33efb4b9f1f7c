// Takes pictures and waits for their seals; uploads the same file to be sealed whole, for comparison.
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import {liveElement, next, pause, type Options} from './capture-element.js';

export interface Sealing {
  /** From `capture` to `protected`. */
  milliseconds: number;
  bytes: number;
}

class SealingBench {
  #element?: CaptureImage;
  #apiKey = '';
  #picture?: Blob;

  async start(options: Options): Promise<void> {
    this.#apiKey = options.apiKey;
    this.#element = await liveElement(options);
  }

  async seal(): Promise<Sealing> {
    const element = this.#element;
    if (!element) throw new Error('Start first.');
    await pause(60);
    const captured = next(element, 'capture');
    const sealed = next(element, 'protected');
    void element.takePicture();
    const {detail, at} = await captured;
    this.#picture = detail.blob;
    const protectedAt = (await sealed).at;
    return {milliseconds: protectedAt - at, bytes: detail.blob.size};
  }

  /** Milliseconds for the last picture to be sealed by upload. */
  async upload(): Promise<number> {
    const form = new FormData();
    const metadata = new Blob(['{}'], {type: 'application/json'});
    form.append('metadata', metadata);
    form.append('media', this.#picture ?? new Blob(), 'picture.jpg');
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

export type {SealingBench};
Object.assign(globalThis, {bench: new SealingBench()});
