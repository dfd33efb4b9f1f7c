import {html, nothing, type TemplateResult} from 'lit';
import type {FileInspection} from '../../../core/inspection/inspections.js';
import type {View} from '../../metadata/view.js';
import {isDone} from '../inspection.js';
import type {CaseFile, CaseHost} from './case-file.js';

/** The button that opens the report of a case, whose code is loaded with the first press. */
export class CaseButton {
  readonly #host: CaseHost;
  #case?: Promise<CaseFile>;
  #hasFailed = false;

  constructor(host: CaseHost) {
    this.#host = host;
  }

  /** Opens the report for those of the files that have a verdict, in this order. `remarks`: what was noticed across them. */
  async open(files: readonly FileInspection[], remarks: readonly string[] = []): Promise<void> {
    try {
      const opened = await (this.#case ??= this.#load());
      this.#hasFailed = false;
      await opened.show(files, remarks);
    } catch {
      // The next press loads it again.
      this.#case = undefined;
      this.#hasFailed = true;
    }
    this.#host.requestUpdate();
  }

  /** Renders the button, for the files in the order of the report; nothing until one has a verdict. */
  render(files: readonly FileInspection[], {term}: View): TemplateResult | typeof nothing {
    if (!files.some(isDone)) return nothing;
    return html`<button class="button" type="button" @click=${() => void this.open(files)}>
      ${term('caseReport')}
    </button>`;
  }

  /** That its code did not load; nothing if nobody has pressed the button, or it did. */
  renderSaid({term}: View): TemplateResult | typeof nothing {
    return this.#hasFailed ? html`<p class="quiet">${term('caseReportMissing')}</p>` : nothing;
  }

  async #load(): Promise<CaseFile> {
    const {CaseFile} = await import('./case-file.js');
    return new CaseFile(this.#host);
  }
}
