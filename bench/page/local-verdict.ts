// Verifies files in the browser with a real <seal-inspector>, and measures the time to the verdict.
import type {SealInspector} from '../../src/elements/seal-inspector.js';

class LocalVerdictBench {
  readonly #input = document.createElement('input');
  #inspector?: SealInspector;

  constructor() {
    this.#input.type = 'file';
    document.body.append(this.#input);
  }

  /** Shows an inspector that verifies in the browser with the trust anchors of the service at this address. */
  async show(url: string): Promise<void> {
    await customElements.whenDefined('seal-inspector');
    const inspector = document.createElement('seal-inspector');
    inspector.baseUrl = url;
    inspector.verify = 'local';
    document.body.prepend(inspector);
    await inspector.updateComplete;
    this.#inspector = inspector;
  }

  /** Milliseconds until the verdict on the chosen file was reported. */
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
