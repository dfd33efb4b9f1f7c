// Shows a <seal-inspector> an answer with thousands of values, and measures its tree.
import type {SealInspector} from '../../src/elements/seal-inspector.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
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
    await this.answer();
  }

  /** Presses the button for more until every value of the answer has its row. */
  async showAll(count: number): Promise<void> {
    while (this.#values.length < count) {
      const more = this.#all('.label.more').at(-1);
      if (more instanceof HTMLElement) more.click();
      await painted();
    }
  }

  /**
   * Milliseconds from the answer until the frame that shows it is painted. Late parts are loaded after the first time.
   */
  async answer(): Promise<number> {
    const file = new File([new Uint8Array(16)], 'photo.jpg', {type: 'image/jpeg'});
    await this.#inspector?.inspect(file);
    await painted();
    const elapsed = performance.now() - this.#answered;
    await this.#drawn();
    await settled();
    return elapsed;
  }

  /** Milliseconds from the press that opens the tags until the next frame is painted. */
  async open(mark: string): Promise<number> {
    const heading = this.#all('[role="treeitem"][aria-level="1"] .label').at(-1);
    if (!(heading instanceof HTMLElement)) throw new Error('Show a tree first.');
    heading.click();
    await settled();
    performance.mark(`${mark}-start`);
    const start = performance.now();
    heading.click();
    await painted();
    const elapsed = performance.now() - start;
    await this.#drawn();
    performance.mark(`${mark}-end`);
    return elapsed;
  }

  get #values(): Element[] {
    return this.#all('[role="treeitem"][aria-level="2"]');
  }

  #all(selector: string): Element[] {
    return [...(this.#inspector?.shadowRoot?.querySelectorAll(selector) ?? [])];
  }

  /** Resolves when every row that the open section has is rendered. */
  async #drawn(): Promise<void> {
    for (;;) {
      await painted();
      const rows = this.#values;
      if (rows.length > 0 && rows.length >= Number(rows[0]?.ariaSetSize)) return;
    }
  }
}

export type {TreeBench};
Object.assign(globalThis, {bench: new TreeBench()});
