// Shows a <seal-inspector> an answer with thousands of values, and measures its tree.
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import type {InspectionResult} from '../../../src/model/inspection/inspection-result.js';
import {painted, settled} from './frames.js';

class TreeBench {
  #inspector?: SealInspector;
  /** Time at which the client had its answer. */
  #answered = 0;

  /** Shows an inspector with an answer that has this many tags. */
  async show(count: number): Promise<void> {
    await customElements.whenDefined('seal-inspector');
    const tags = Object.fromEntries(
      Array.from({length: count}, (_, index) => [`tag ${index}`, `value ${index * 7}`]),
    );
    const result: InspectionResult = {
      labelValid: true,
      labelState: 'valid',
      reason: '',
      checks: [],
      gps: {latitude: 48.1, longitude: 11.5, latLongAccuracy: 8},
      tags,
    };
    const inspector = document.createElement('seal-inspector');
    inspector.client = {
      inspect: () => {
        this.#answered = performance.now();
        return Promise.resolve({...result});
      },
    };
    document.body.prepend(inspector);
    this.#inspector = inspector;
    await this.answer(count);
  }

  /**
   * Milliseconds from the answer until the frame that shows it is painted. Late parts are loaded after the first time.
   */
  async answer(count: number): Promise<number> {
    const file = new File([new Uint8Array(16)], 'photo.jpg', {type: 'image/jpeg'});
    await this.#inspector?.inspect(file);
    await painted();
    const elapsed = performance.now() - this.#answered;
    await this.#drawn(count);
    await settled();
    return elapsed;
  }

  /** Milliseconds from the press that opens the tags until the next frame is painted. */
  async open(count: number, mark: string): Promise<number> {
    const heading = this.#all('[role="treeitem"][aria-level="1"] .label').at(-1);
    if (!(heading instanceof HTMLElement)) throw new Error('Show a tree first.');
    heading.click();
    await settled();
    performance.mark(`${mark}-start`);
    const start = performance.now();
    heading.click();
    await painted();
    const elapsed = performance.now() - start;
    await this.#drawn(count);
    performance.mark(`${mark}-end`);
    return elapsed;
  }

  #all(selector: string): Element[] {
    return [...(this.#inspector?.shadowRoot?.querySelectorAll(selector) ?? [])];
  }

  /** Resolves when every row is rendered. */
  async #drawn(count: number): Promise<void> {
    while (this.#all('[role="treeitem"][aria-level="2"]').length < count) await painted();
  }
}

export type {TreeBench};
Object.assign(globalThis, {bench: new TreeBench()});
