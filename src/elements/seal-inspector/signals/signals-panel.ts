import {html, nothing, type LitElement, type ReactiveController, type TemplateResult} from 'lit';
import type {FileInspection, Inspections} from '../../../core/inspection/inspections.js';
import type {Signal} from '../../../core/inspection/signals/signal.js';
import {SignalSearch, type SignalSources} from '../../../core/inspection/signals/signal-search.js';
import type {SealReader} from '../../../core/wiring/elements/inspection.js';
import type {View} from '../../metadata/view.js';
import {listedName} from '../intake/file-row.js';
import {remarksIn, remarksOf, type Remark} from './remarks.js';
import {smallPicture} from './small-picture.js';

type Host = LitElement & {readonly reader?: SealReader};

/** Shows above the list what several files have in common that is worth a look, once all have their verdicts. */
export class SignalsPanel implements ReactiveController {
  readonly #host: Host;
  readonly #search: SignalSearch;
  #found: readonly Signal[] = [];
  /** True once the last search has ended, so that the number is announced once. */
  #isComplete = false;
  /** Files and verdicts that the last search was about. */
  #seen: readonly unknown[] = [];
  #searching?: AbortController;
  #isOpen = false;

  constructor(host: Host, sources: Partial<SignalSources> = {}) {
    this.#host = host;
    this.#search = new SignalSearch({
      // The page may replace its reader at any time.
      facts: async (file, signal) => {
        if (!host.reader) throw new TypeError('The page has no reader.');
        return host.reader.facts(file, signal);
      },
      picture: (file, signal) => smallPicture(file, signal, host.reader),
      pixels: async (file, signal) => host.reader?.pixels?.(file, signal),
      ...sources,
    });
    host.addController(this);
  }

  hostDisconnected() {
    this.#stop();
  }

  /** Searches anew once all files have a verdict, if files or verdicts have changed. */
  follow({files, isOpen}: Pick<Inspections, 'files' | 'isOpen'>): void {
    if (files.length < 2) {
      this.#stop();
      this.#search.forget();
      this.#found = [];
      return;
    }
    if (isOpen) return this.#stop();
    const seen = files.flatMap(({id, progress}) => [
      id,
      progress.name === 'done' ? progress.opinions : progress.name,
    ]);
    if (seen.length === this.#seen.length && seen.every((one, at) => one === this.#seen[at]))
      return;
    this.#stop();
    this.#seen = seen;
    void this.#find(files);
  }

  /** The sentences as plain text. */
  remarks(files: readonly FileInspection[], view: View): string[] {
    return remarksOf(this.#found, files, view);
  }

  /** `show` shows the file with this id. */
  render(files: readonly FileInspection[], show: (id: number) => void, view: View): TemplateResult {
    const remarks = remarksIn(this.#found, files, view);
    const words = remarks.length > 0 ? view.localize.term('signalsCount', remarks.length) : '';
    return html`<p class="visually-hidden" role="status">${this.#isComplete ? words : nothing}</p>
      ${
        words
          ? html`<details
              class="signals panel"
              part="signals"
              ?open=${this.#isOpen}
              @toggle=${this.#onToggle}
            >
              <summary>${words}</summary>
              <p class="quiet">${view.localize.term('signalsNote')}</p>
              <ol>
                ${remarks.map((remark) => renderRemark(remark, show, view))}
              </ol>
            </details>`
          : nothing
      }`;
  }

  readonly #onToggle = ({currentTarget}: Event) => {
    this.#isOpen = (currentTarget as HTMLDetailsElement).open;
  };

  #stop() {
    this.#searching?.abort();
    this.#searching = undefined;
    this.#seen = [];
  }

  async #find(files: readonly FileInspection[]) {
    const {signal} = (this.#searching = new AbortController());
    this.#isComplete = false;
    for await (const found of this.#search.find(files, signal)) {
      if (signal.aborted) return;
      this.#found = found;
      this.#host.requestUpdate();
    }
    if (signal.aborted) return;
    this.#isComplete = true;
    this.#host.requestUpdate();
  }
}

const renderRemark = (remark: Remark, show: (id: number) => void, view: View) =>
  html`<li>
    ${remark.map((piece) => (typeof piece === 'string' ? piece : renderName(piece, show, view)))}
  </li>`;

function renderName(file: FileInspection, show: (id: number) => void, view: View) {
  const name = html`<bdi>${listedName(file, view)}</bdi>`;
  return html`<button type="button" @click=${() => show(file.id)}>${name}</button>`;
}
