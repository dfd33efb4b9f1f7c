import {html, nothing, type LitElement, type TemplateResult} from 'lit';
import {canOpenPdf, openPdf} from '../../../core/wiring/elements/open-pdf.js';
import type {SealReader} from '../../../core/wiring/elements/inspection.js';
import type {FileInspection} from '../../../core/inspection/inspections.js';
import {object} from '@sealed-capture/seal/model/json/loose-json.js';
import type {View} from '../../metadata/view.js';
import type {DoneInspection} from '../inspection.js';
import {listedName} from '../intake/file-row.js';
import {isPicture} from '../preview/preview.js';
import {filled, NAME_HERE, shortened} from '../text.js';
import {isConfirmed} from '../verdict/confirmable.js';
import type {Compared} from '../comparison/compared-side.js';
import {Dialogs} from './dialogs.js';
import {documentIcon, enlargeIcon, pinIcon} from './icons.js';

/** The file that is shown, as it is in the list. */
interface Looked {
  inspection: FileInspection;
  reader: SealReader;
}

/** The files of the list, in its order. */
type Listed = (files: readonly FileInspection[]) => readonly FileInspection[];

/** What can be done with the picture of a file: enlarge it, compare it, and open a PDF. */
export class PictureActions {
  readonly #host: LitElement;
  readonly #dialogs: Dialogs;
  readonly #openPdf: typeof openPdf;
  readonly #listed: Listed;
  #files: readonly FileInspection[] = [];
  #pinned?: FileInspection;
  #looked?: Looked;
  /** Files that the browser can open as PDFs. */
  readonly #pdfs = new WeakSet<Blob>();

  constructor(host: LitElement, listed: Listed, open = openPdf) {
    this.#host = host;
    this.#listed = listed;
    this.#openPdf = open;
    this.#dialogs = new Dialogs(() => host.renderRoot);
    host.addEventListener('click', this.#onClick);
  }

  /** Called after any change of the files. A pinned file that is removed from the list is not pinned any more. */
  follow(files: readonly FileInspection[]): void {
    this.#files = files;
    if (this.#pinned && !files.includes(this.#pinned)) this.#pinned = undefined;
    this.#dialogs.refresh();
  }

  /** Sets the file that is shown. */
  look(shown: DoneInspection, reader: SealReader): void {
    const {file} = shown;
    const isOther = this.#looked?.inspection.file !== file;
    this.#looked = {inspection: this.#files.find(({id}) => id === shown.id) ?? shown, reader};
    if (!isOther) return;
    canOpenPdf(file).then(
      (isPdf) => {
        if (!isPdf) return;
        this.#pdfs.add(file);
        this.#host.requestUpdate();
      },
      // A file that cannot be read is not opened.
      () => undefined,
    );
  }

  /** Renders the sign in the row of the pinned file. */
  renderMark(file: FileInspection, {localize}: View) {
    return file === this.#pinned
      ? html`<span class="pinned" title=${localize.term('viewIsPinned')}
          >${pinIcon()}<span class="visually-hidden">${localize.term('viewIsPinned')}</span></span
        >`
      : nothing;
  }

  /** Renders the preview of a file with its buttons, and what was opened over the page. */
  render(preview: TemplateResult, isDrawn: boolean, view: View): TemplateResult {
    const looked = this.#looked;
    if (!looked) return preview;
    const {inspection} = looked;
    const {file} = inspection;
    const {localize} = view;
    const source = sourceOf(inspection);
    const files = this.#files.includes(inspection) ? this.#files : [inspection];
    const pictures = this.#listed(this.#files).filter((one) => isPicture(one.file));
    const shown = pictures.includes(inspection) ? pictures : [inspection];
    return html`<div class="seen" part="pictures">
      ${preview}
      <div class="buttons">
        ${isDrawn ? button('enlarge', [enlargeIcon(), localize.term('viewEnlarge')], () => void this.#dialogs.view(inspection)) : nothing}
        ${this.#pdfs.has(file) ? button('pdf', [documentIcon(), localize.term('openPdf')], () => this.#openPdf(file)) : nothing}
        ${this.#files.length > 1 ? this.#renderPin(looked, view) : nothing}
        ${source ? button('source', [localize.term('compare')], () => this.#compare({name: 'source', picture: source}, looked)) : nothing}
      </div>
      ${this.#dialogs.render(files, shown)}
    </div>`;
  }

  /** The button that pins the file, takes it off, or compares it with the pinned one. */
  #renderPin(looked: Looked, view: View) {
    const {inspection} = looked;
    const pinned = this.#pinned;
    const {localize} = view;
    if (pinned && pinned !== inspection) {
      const words = filled(localize.term('compareWith', NAME_HERE), {
        name: html`<bdi>${shortened(listedName(pinned, view))}</bdi>`,
      });
      return button('compare', [pinIcon(), html`<span>${words}</span>`], () =>
        this.#compare({name: 'file', inspection: pinned}, looked),
      );
    }
    const isPinned = pinned === inspection;
    return html`<button
        class="button compare"
        type="button"
        aria-pressed=${isPinned}
        @click=${() => {
          this.#pinned = isPinned ? undefined : inspection;
          this.#host.requestUpdate();
        }}
      >
        ${pinIcon()} ${localize.term('viewPin')}
      </button>
      ${isPinned ? html`<p class="quiet" role="status">${localize.term('viewPinned')}</p>` : nothing}`;
  }

  /** A click on the picture is a press of its button, which gets the focus back afterwards. */
  readonly #onClick = (event: Event) => {
    const {renderRoot} = this.#host;
    const isOnPicture = (part: EventTarget) =>
      part instanceof Element && part.matches('.photo') && renderRoot.contains(part);
    if (!event.composedPath().some(isOnPicture)) return;
    const enlarge = renderRoot.querySelector<HTMLElement>('.seen .enlarge');
    enlarge?.focus({preventScroll: true});
    enlarge?.click();
  };

  #compare(first: Compared, {inspection, reader}: Looked) {
    void this.#dialogs.compare([first, {name: 'file', inspection}], reader);
  }
}

const button = (name: string, content: readonly unknown[], act: () => void) =>
  html`<button class="button ${name}" type="button" @click=${act}>${content}</button>`;

/** The picture of the file that this one was made from, if its seal confirms it. */
function sourceOf({progress}: FileInspection): Blob | undefined {
  if (progress.name !== 'done' || progress.facts.name !== 'read') return undefined;
  const {seal} = progress.facts.facts;
  const answer = object(progress.opinions.result) ?? {};
  if (!seal || !isConfirmed(answer, seal)) return undefined;
  return seal.ingredients.find(({relationship}) => relationship === 'parentOf')?.thumbnail;
}
