import {html, nothing, type LitElement, type TemplateResult} from 'lit';
import type {FileInspection} from '../../../core/inspection/inspections.js';
import type {SealReader} from '../../../core/wiring/elements/inspection.js';
import {LatePart} from '../../late-part.js';
import type {View} from '../../metadata/view.js';
import {isDone} from '../inspection.js';
import type {CaseFile} from './case-file.js';

/** The button that opens the report of a case, whose code is loaded with the first press. */
export class CaseButton {
  readonly #late: LatePart<CaseFile>;

  constructor(host: LitElement & {readonly reader?: SealReader}) {
    const load = async () => new (await import('./case-file.js')).CaseFile(host);
    this.#late = new LatePart(host, load, false);
  }

  /** Opens the report for those of the files that have a verdict, in this order. `remarks`: what was noticed across them. */
  async open(files: readonly FileInspection[], remarks: readonly string[] = []): Promise<void> {
    await this.#late.load();
    await this.#late.part?.show(files.filter(isDone), remarks);
  }

  /** Renders the button, for the files in the order of the report; nothing until one has a verdict. */
  render(files: readonly FileInspection[], {term}: View): TemplateResult | typeof nothing {
    if (!files.some(isDone)) return nothing;
    return html`<button class="button" type="button" @click=${() => void this.open(files)}>
      ${term('caseReport')}
    </button>`;
  }

  /** That its code did not load; empty if nobody has pressed the button, or it did. */
  renderSaid({term}: View): TemplateResult | typeof nothing {
    return this.#late.isMissed ? html`<p class="quiet">${term('caseReportMissing')}</p>` : nothing;
  }
}
