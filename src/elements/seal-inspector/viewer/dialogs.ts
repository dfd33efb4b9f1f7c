import type {TemplateResult} from 'lit';
import type {SealReader} from '../../../core/wiring/elements/inspection.js';
import type {FileInspection} from '../../../core/inspection/inspections.js';
import {defineInner, html} from '../../inner/scoped.js';
import type {Pair} from '../comparison/compared-side.js';
import {FileComparison} from '../comparison/file-comparison.js';
import {PictureViewer} from './picture-viewer.js';

/** What opens over the page. It is loaded with what shows results, so that it opens without a network, too. */
export class Dialogs {
  readonly #root: () => ParentNode;

  constructor(root: () => ParentNode) {
    this.#root = root;
    defineInner({'picture-viewer': PictureViewer, 'file-comparison': FileComparison});
  }

  render(files: readonly FileInspection[], pictures: readonly FileInspection[]): TemplateResult {
    return html`<sc-picture-viewer
        id="picture-viewer"
        exportparts="viewer"
        .files=${pictures}
      ></sc-picture-viewer>
      <sc-file-comparison
        id="file-comparison"
        exportparts="comparison"
        .files=${files}
      ></sc-file-comparison>`;
  }

  view(file: FileInspection): Promise<void> | undefined {
    return this.#viewer?.open(file);
  }

  compare(pair: Pair, reader: SealReader): Promise<void> | undefined {
    return this.#comparison?.open(pair, reader);
  }

  /** Renders what is open anew: files have their verdicts, or what was read of them. */
  refresh(): void {
    this.#viewer?.requestUpdate();
    this.#comparison?.requestUpdate();
  }

  get #viewer(): PictureViewer | null {
    return this.#root().querySelector<PictureViewer>('#picture-viewer');
  }

  get #comparison(): FileComparison | null {
    return this.#root().querySelector<FileComparison>('#file-comparison');
  }
}
