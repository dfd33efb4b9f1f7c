// Drops files on a real <seal-inspector> and measures the time to the verdict, compared with a bare request for the
// same file.
import type {SealInspector} from '../../src/elements/seal-inspector.js';
import {painted, settled} from './frames.js';

export interface Endpoint {
  url: string;
  apiKey: string;
  /** Of the bare server. */
  bareUrl: string;
}

/** Times in milliseconds since the drop. */
export interface Verdict {
  /** Time to the `inspected` event. */
  told: number;
  /** Time to the frame in which the verdict was painted. */
  painted: number;
}

class InspectorBench {
  readonly #input = document.createElement('input');
  #endpoint: Endpoint = {url: '', apiKey: '', bareUrl: ''};
  #body = new Blob();
  #inspector?: SealInspector;

  constructor() {
    this.#input.type = 'file';
    document.body.append(this.#input);
  }

  /** Shows a new inspector, which replaces the one before. */
  async show(endpoint: Endpoint): Promise<void> {
    await customElements.whenDefined('seal-inspector');
    this.#inspector?.remove();
    this.#endpoint = endpoint;
    const inspector = document.createElement('seal-inspector');
    inspector.baseUrl = endpoint.url;
    inspector.apiKey = endpoint.apiKey;
    document.body.prepend(inspector);
    await inspector.updateComplete;
    this.#inspector = inspector;
  }

  /** Prepares the body of the bare request from the chosen file. */
  async readyBody(): Promise<void> {
    const url = await new Promise<string>((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
      reader.readAsDataURL(this.#file);
    });
    const json = JSON.stringify({image: url.slice(url.indexOf(',') + 1)});
    // Another type would be asked for beforehand (CORS).
    this.#body = new Blob([json], {type: 'text/plain'});
    await this.#body.slice(0, 1).text();
  }

  /** Milliseconds of a POST to the bare server with the prepared body, until its answer is parsed. */
  async bare(): Promise<number> {
    await settled();
    const start = performance.now();
    const answer = await fetch(this.#endpoint.bareUrl, {method: 'POST', body: this.#body});
    const result = (await answer.json()) as object;
    const elapsed = performance.now() - start;
    if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(result)}`);
    return elapsed;
  }

  /** Drops the chosen file like a person, who drags it over the element first. */
  async drop(mark?: string): Promise<Verdict> {
    const inspector = this.#inspector;
    if (!inspector) throw new Error('Show one first.');
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(this.#file);
    const drag = (name: string) =>
      inspector.dispatchEvent(
        new DragEvent(name, {dataTransfer, bubbles: true, composed: true, cancelable: true}),
      );
    drag('dragenter');
    drag('dragover');
    await settled();
    const verdict = heard(inspector);
    if (mark) performance.mark(`${mark}-start`);
    const start = performance.now();
    drag('drop');
    await verdict;
    const told = performance.now() - start;
    await painted();
    const elapsed = performance.now() - start;
    // Further work for the file also runs on the page's main thread.
    if (mark) {
      await settled();
      performance.mark(`${mark}-end`);
    }
    return {told, painted: elapsed};
  }

  get #file(): File {
    const file = this.#input.files?.[0];
    if (!file) throw new Error('Choose a file first.');
    return file;
  }
}

function heard(inspector: SealInspector): Promise<void> {
  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const {signal} = listening;
    const once = (name: string, settle: (event: Event) => void) =>
      inspector.addEventListener(name, (event) => (listening.abort(), settle(event)), {signal});
    once('inspected', () => resolve());
    once('inspect-error', (event) => {
      const {code, message} = (event as CustomEvent<{code: string; message: string}>).detail;
      reject(new Error(`${code}: ${message}`));
    });
  });
}

export type {InspectorBench};
Object.assign(globalThis, {bench: new InspectorBench()});
