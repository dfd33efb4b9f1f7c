import {html, nothing, type LitElement} from 'lit';
import type {SetsReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {isOfSet} from '../../../core/inspection/sets/files-of-sets.js';
import type {View} from '../../metadata/view.js';
import type {ShowFile} from './pieces.js';
import type {Followed, SetsInCase, SetsView} from './sets-view.js';

/** What is loaded. */
interface Loaded {
  SetsView: typeof SetsView;
}

type Code = {name: 'none' | 'loading' | 'missing'} | {name: 'loaded'; view: SetsView};

/** The sets that the files are part of. The code that judges and shows them is loaded with the first file of a set. */
export class Sets {
  readonly #host: LitElement;
  readonly #import: () => Promise<Loaded>;
  #code: Code = {name: 'none'};
  #followed: Followed = {files: [], isOpen: false, isCut: false};

  constructor(host: LitElement, load: () => Promise<Loaded> = () => import('./sets-view.js')) {
    this.#host = host;
    this.#import = load;
  }

  /** The last report; undefined while files are checked, and if none is part of a set. */
  get report(): SetsReport | undefined {
    return this.#view?.report;
  }

  follow(inspections: Followed): void {
    this.#followed = inspections;
    this.#view?.follow(inspections);
    if (this.#code.name === 'none' && inspections.files.some(isOfSet)) void this.#load();
  }

  /** Renders the verdict on each set, for several files; `show` shows one of them. */
  render(show: ShowFile, view: View) {
    switch (this.#code.name) {
      case 'loaded':
        return this.#code.view.render(show);
      case 'missing':
        return this.#renderMissing(view);
      default:
        return nothing;
    }
  }

  /** Renders what the seal of one file says of its set; nothing for other seals, and until the code is loaded. */
  renderFacts(answer: Loose) {
    return this.#view?.renderFacts(answer) ?? nothing;
  }

  /** What a report of a case says; undefined unless the sets are judged. */
  inCase(): SetsInCase | undefined {
    return this.#view?.inCase();
  }

  get #view(): SetsView | undefined {
    return this.#code.name === 'loaded' ? this.#code.view : undefined;
  }

  async #load() {
    this.#code = {name: 'loading'};
    const loaded = await this.#import().catch(() => undefined);
    if (loaded) {
      const view = new loaded.SetsView(this.#host);
      view.follow(this.#followed);
      this.#code = {name: 'loaded', view};
    } else this.#code = {name: 'missing'};
    this.#host.requestUpdate();
  }

  /** Nobody may take a missing verdict for a good one. */
  #renderMissing({term}: View) {
    const retry = () => void this.#load();
    return html`<div class="set panel" part="sets">
      <p class="words">${term('noPart')}. ${term('noPartHelp')}</p>
      <button class="button" type="button" @click=${retry}>${term('tryAgain')}</button>
    </div>`;
  }
}
