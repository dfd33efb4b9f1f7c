import {html, nothing, type TemplateResult} from 'lit';
import type {FileInspection} from '../../../core/inspection/inspections.js';
import type {View} from '../../metadata/view.js';
import {isDone} from '../inspection.js';
import type {AcrossFiles, CaseFile, CaseHost} from './case-file.js';

/** What is loaded. */
interface Loaded {
  CaseFile: typeof CaseFile;
}

/** The button that opens the report of a case, whose code is loaded with the first press. */
export class CaseButton {
  readonly #host: CaseHost;
  readonly #import: () => Promise<Loaded>;
  #loading?: Promise<Loaded | undefined>;
  #case?: CaseFile;
  #hasFailed = false;

  constructor(host: CaseHost, load: () => Promise<Loaded> = () => import('./case-file.js')) {
    this.#host = host;
    this.#import = load;
  }

  /** Opens the report for those of the files that have a verdict, in this order. */
  async open(files: readonly FileInspection[], across: AcrossFiles): Promise<void> {
    const loaded = await (this.#loading ??= this.#import().catch(() => undefined));
    // The next press loads it again.
    if (!loaded) this.#loading = undefined;
    this.#hasFailed = !loaded;
    this.#host.requestUpdate();
    if (!loaded) return;
    this.#case ??= new loaded.CaseFile(this.#host);
    await this.#case.show(files, across);
  }

  /** Begins another case, after all files were removed. */
  begin() {
    this.#case?.begin();
  }

  /** Renders the button, for the files in the order of the report; nothing until one has a verdict. */
  render(
    files: readonly FileInspection[],
    across: AcrossFiles,
    {term}: View,
  ): TemplateResult | typeof nothing {
    if (!files.some(isDone)) return nothing;
    const open = () => void this.open(files, across);
    return html`<button class="button" type="button" @click=${open}>${term('caseReport')}</button>`;
  }

  /** That its code did not load; nothing if nobody has pressed the button, or it did. */
  renderSaid({term}: View): TemplateResult | typeof nothing {
    return this.#hasFailed ? html`<p class="quiet">${term('caseReportMissing')}</p>` : nothing;
  }
}
