import {nothing, html} from 'lit';
import type {FileInspection} from '../../../core/inspection/inspections.js';
import {object} from '@sealed-capture/seal/model/json/loose-json.js';
import {roundStyles} from '../../capture/files/round-styles.js';
import {onPictureStyles} from '../../capture-image/on-picture-styles.js';
import {chevronIcon} from '../../later-icons.js';
import {stageStyles} from '../../stage/stage-styles.js';
import {listedName} from '../intake/file-row.js';
import {shortened} from '../text.js';
import {renderDoubt} from '../preview/preview.js';
import {dialogStyles} from './dialog-styles.js';
import {OverPage} from './over-page.js';
import {StagedFile} from './staged-file.js';
import {termsFor, viewOf} from './terms.js';
import {renderState, renderTop, renderViewButtons} from './view-buttons.js';
import {viewerStyles} from './viewer-styles.js';

/** Shows the pictures among the files, one at a time, over the whole page, with every pixel. */
export class PictureViewer extends OverPage {
  static override properties = {files: {attribute: false}};
  static override styles = [dialogStyles, onPictureStyles, roundStyles, stageStyles, viewerStyles];

  /** The pictures, in the order of the list. */
  files: readonly FileInspection[] = [];

  readonly #say = termsFor(this);
  /** Undefined while it is closed. */
  #shown?: FileInspection;
  readonly #picture = new StagedFile(
    {
      step: (by) => this.#step(by),
      zoomed: () => this.requestUpdate(),
    },
    () => this.requestUpdate(),
  );
  #resizing?: AbortController;

  /** Opens the viewer with this file. */
  async open(file: FileInspection): Promise<void> {
    await this.updateComplete;
    const dialog = this.dialog;
    if (!dialog?.isConnected || dialog.open) return;
    this.#shown = file;
    this.requestUpdate();
    await this.updateComplete;
    dialog.showModal();
    const {signal} = (this.#resizing = new AbortController());
    window.addEventListener('resize', () => this.#resized(), {signal});
    this.find('.stage')?.focus();
    await this.#picture.show(file.file);
  }

  protected override willUpdate() {
    // The file was removed from the list.
    if (this.#shown && !this.files.includes(this.#shown)) this.dialog?.close();
  }

  protected override render() {
    const shown = this.#shown;
    return html`<dialog
      class="viewer"
      part="viewer"
      aria-labelledby="viewer-title"
      @keydown=${this.#onKey}
      @close=${this.#onClose}
    >
      ${shown ? this.#renderFile(shown) : nothing}
    </dialog>`;
  }

  protected override updated() {
    if (this.#shown) this.#picture.stage.drawn(this.renderRoot);
  }

  #renderFile(shown: FileInspection) {
    const say = this.#say;
    const view = viewOf(say);
    const name = shortened(listedName(shown, view));
    const at = this.files.indexOf(shown);
    const {stage} = this.#picture;
    const {progress} = shown;
    const answer = (progress.name === 'done' && object(progress.opinions.result)) || {};
    const step = (words: 'viewBefore' | 'viewAfter', by: 1 | -1) =>
      html`<button
        class="round step ${words}"
        type="button"
        aria-label=${say.term(words)}
        title=${say.term(words)}
        aria-disabled=${!this.files[at + by]}
        @click=${() => this.#step(by)}
      >
        ${chevronIcon()}
      </button>`;
    const title = html`<bdi>${name}</bdi> ${
        this.files.length > 1
          ? html`<span role="status">${say.term('viewOf', at + 1, this.files.length)}</span>`
          : nothing
      }`;
    return html`${renderTop('viewer-title', title, this.close, say)}
      <div class="middle">
        ${stage.render(`${name}. ${view.term('preview')}`)} ${renderState(this.#picture.state, say)}
        ${this.files.length > 1 ? [step('viewBefore', -1), step('viewAfter', 1)] : nothing}
      </div>
      <footer>
        ${renderDoubt('unconfirmedPicture', answer, view)}
        ${renderViewButtons(
          {zoomBy: (factor) => stage.zoomBy(factor), turn: () => stage.turn()},
          stage.pixelSize,
          say,
        )}
      </footer>`;
  }

  #step(by: 1 | -1) {
    const next = this.#shown && this.files[this.files.indexOf(this.#shown) + by];
    if (!next) return;
    this.#shown = next;
    void this.#picture.show(next.file);
  }

  #resized() {
    this.#picture.stage.resized();
    this.requestUpdate();
  }

  readonly #onKey = (event: KeyboardEvent) => {
    // The page behind must not handle this key.
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const {stage} = this.#picture;
    if (event.key === 'r' || event.key === 'R') stage.turn();
    else if (!stage.press(event.key) && !this.#arrow(event.key)) return;
    event.preventDefault();
  };

  /** Shows the file in the direction of the arrow; false for other keys. */
  #arrow(key: string): boolean {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false;
    const isTurned = getComputedStyle(this).direction === 'rtl';
    this.#step((key === 'ArrowRight') === isTurned ? -1 : 1);
    return true;
  }

  readonly #onClose = () => {
    this.#shown = undefined;
    this.release();
    this.requestUpdate();
  };

  protected override release() {
    this.#resizing?.abort();
    this.#picture.release();
  }
}
