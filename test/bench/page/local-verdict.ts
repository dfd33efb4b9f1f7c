// Has one real <seal-inspector> verify files in the browser, and times the verdict.
import type {SealInspector} from '../../../src/elements/seal-inspector.js';

class LocalVerdictBench {
  readonly #input = document.createElement('input');
  #inspector?: SealInspector;

  constructor() {
    this.#input.type = 'file';
    document.body.append(this.#input);
  }

  /** An inspector that verifies in the browser, and trusts whom the service at this address trusts. */
  async show(url: string): Promise<void> {
    await customElements.whenDefined('seal-inspector');
    const inspector = document.createElement('seal-inspector');
    inspector.baseUrl = url;
    inspector.verify = 'local';
    document.body.prepend(inspector);
    await inspector.updateComplete;
    this.#inspector = inspector;
  }

  /** Milliseconds until the verdict on the chosen file was told. */
  async verdict(): Promise<number> {
    const [inspector, file] = [this.#inspector, this.#input.files?.[0]];
    if (!inspector || !file) throw new Error('Show one first, and choose a file.');
    const start = performance.now();
    const result = await inspector.inspect(file);
    const elapsed = performance.now() - start;
    if (result?.labelState !== 'valid') throw new Error(`The verdict is ${result?.reason}`);
    return elapsed;
  }
}

export type {LocalVerdictBench};
Object.assign(globalThis, {bench: new LocalVerdictBench()});
