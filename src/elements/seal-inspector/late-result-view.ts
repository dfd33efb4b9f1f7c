import {adoptStyles, type LitElement} from 'lit';
import type {FileInspection} from '../../core/inspection/inspections.js';
import {isDone} from './inspection.js';
import type {ResultView} from './result-view.js';

/** What shows a result, loaded with the first file, while that is checked. */
export class LateResultView {
  readonly #host: LitElement;
  readonly #load: () => Promise<{ResultView: typeof ResultView}>;
  #view?: ResultView;
  #loading?: Promise<void>;
  #looked?: FileInspection;

  constructor(host: LitElement, load: () => Promise<{ResultView: typeof ResultView}>) {
    this.#host = host;
    this.#load = load;
  }

  /** Until it is there, and where the page cannot load it, the verdict alone is shown. */
  get view(): ResultView | undefined {
    return this.#view;
  }

  /** Resolves once it is there, or cannot be loaded. Never rejects. */
  get loaded(): Promise<void> {
    return this.#loading ?? Promise.resolve();
  }

  /** The file that is looked at. With the first, and with the next after it could not be, it is loaded. */
  follow(looked: FileInspection | undefined): void {
    this.#looked = looked && isDone(looked) ? looked : undefined;
    if (looked) this.#loading ??= this.#begin();
    this.#view?.follow(this.#looked);
  }

  async #begin() {
    try {
      const {ResultView} = await this.#load();
      const host = this.#host;
      const {elementStyles} = host.constructor as typeof LitElement;
      adoptStyles(host.renderRoot as ShadowRoot, [...elementStyles, ...ResultView.styles]);
      this.#view = new ResultView(host);
      this.#view.follow(this.#looked);
      host.requestUpdate();
    } catch {
      this.#loading = undefined;
    }
  }
}
