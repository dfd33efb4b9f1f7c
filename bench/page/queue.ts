// Fills the page's queue, reopens it with the waiting captures, adds large pictures, and drains it.
import {CoreOfPages as Core} from '../../src/core/wiring/core-of-pages.js';
import type {ProtectionClient} from '../../src/core/queue/queue-client.js';
import {layOut, suggestedManifestSize} from '@sealed-capture/seal/containers/layout.js';
import {pause, until} from './capture-element.js';

const PARALLEL = 3;
const metadata = {
  tags: {run: 'bench'},
  gps: {latitude: 51.5, longitude: 7.25, latLongAccuracy: 12},
  device: {model: 'Bench', os: 'Linux', userAgent: navigator.userAgent},
};

class QueueBench {
  #picture = new Uint8Array();
  #captures = 0;
  #sealed = 0;

  /** The picture of all captures. */
  async load(address: string): Promise<void> {
    this.#picture = new Uint8Array(await (await fetch(address)).arrayBuffer());
  }

  /** Stores this many captures, which wait because there is no key. */
  async fill(count: number): Promise<void> {
    const protection = this.#connect();
    for (let i = 0; i < count; i++) await this.#add(protection);
    protection.release();
  }

  /**
   * Opens an element like a new page. Resolves with the milliseconds until it knows at least this many waiting captures
   * and is rendered.
   */
  async open(apiKey: string, count: number): Promise<number> {
    await customElements.whenDefined('capture-image');
    const start = performance.now();
    const element = document.createElement('capture-image');
    element.sandbox = true;
    element.apiKey = apiKey;
    document.body.append(element);
    // This call is answered once the waiting captures are known.
    await element.discard('no capture').catch(() => undefined);
    if (element.pendingProtections < count) throw new Error(`${element.pendingProtections} wait`);
    await frame();
    return performance.now() - start;
  }

  /** Adds the picture once, with a mark before and after it is stored. */
  async add(): Promise<void> {
    const protection = this.#connect();
    const picture = new Blob([this.#picture], {type: 'image/jpeg'});
    await pause(300);
    performance.mark('add-start');
    await this.#add(protection, picture);
    await pause(100);
    performance.mark('add-end');
    protection.release();
  }

  /** Makes the page load everything that the queue needs, without sealing. */
  async warmUp(): Promise<void> {
    const protection = this.#connect();
    await pause(300);
    protection.release();
  }

  /** Milliseconds from the connection of a client with a key until this many captures were delivered. */
  async drain(apiKey: string, count: number): Promise<number> {
    const start = performance.now();
    const protection = this.#connect(apiKey);
    await until(() => this.#sealed === count);
    const end = performance.now();
    protection.release();
    return end - start;
  }

  /**
   * Milliseconds of this many bare seal requests, with the same concurrency as the queue, and of hashing as many
   * pictures.
   */
  async bare(apiKey: string, count: number): Promise<{requests: number; hashing: number}> {
    const manifestSize = suggestedManifestSize(metadata);
    const {exclusion} = layOut(this.#picture, 'image/jpeg', manifestSize);
    const start = performance.now();
    for (let i = 0; i < count; i++) await crypto.subtle.digest('SHA-256', this.#picture);
    const hashed = performance.now();
    let left = count;
    const ask = async (): Promise<void> => {
      while (left-- > 0) {
        const captureId = crypto.randomUUID();
        const digest = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
        const answer = await fetch('/protection/sandbox/seal', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-api-key': apiKey,
            'idempotency-key': captureId,
          },
          body: JSON.stringify({
            captureId,
            mediaType: 'image/jpeg',
            digest,
            exclusion,
            manifestSize,
            metadata: {...metadata, capturedAt: new Date().toISOString()},
            requestedAt: new Date().toISOString(),
          }),
        });
        const {byteLength} = await answer.arrayBuffer();
        if (byteLength !== manifestSize) throw new Error(`${answer.status}`);
      }
    };
    await Promise.all(Array.from({length: PARALLEL}, ask));
    return {requests: performance.now() - hashed, hashing: hashed - start};
  }

  #connect(apiKey?: string) {
    const client: ProtectionClient = {
      mode: 'image',
      config: {apiKey, sandbox: true},
      onCapture: () => this.#captures++,
      onProtected: () => this.#sealed++,
      onProtectError: ({code, message}) => {
        if (code !== 'credentials_missing') console.error(code, message);
      },
      onChange: () => undefined,
    };
    return Core.shared().connect(client);
  }

  async #add(
    protection: ReturnType<Core['connect']>,
    picture = new Blob([this.#picture], {type: 'image/jpeg'}),
  ): Promise<void> {
    const draft = {
      mode: 'image',
      mediaType: 'image/jpeg',
      metadata,
      capturedAt: Date.now(),
    } as const;
    await Core.shared().protect(protection, picture, draft);
  }
}

const frame = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

export type {QueueBench};
Object.assign(globalThis, {bench: new QueueBench()});
