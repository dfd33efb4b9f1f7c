import {html, nothing} from 'lit';
import type {SealReader} from '../../../core/wiring/elements/inspection.js';
import type {FileInspection} from '../../../core/inspection/inspections.js';
import {roundStyles} from '../../capture/files/round-styles.js';
import {stageStyles} from '../../stage/stage-styles.js';
import {listedName} from '../intake/file-row.js';
import {shortened} from '../text.js';
import {comparisonStyles} from './comparison-styles.js';
import {filesOf, pictureOf, renderSide, type Compared, type Pair} from './compared-side.js';
import {dialogStyles} from '../viewer/dialog-styles.js';
import {likenessOf} from './likeness.js';
import {renderFound, renderSwitch, type Found, type SwitchWords} from './comparison-view.js';
import {OverPage} from '../viewer/over-page.js';
import {StagedFile} from '../viewer/staged-file.js';
import {termsFor, viewOf} from '../viewer/terms.js';
import {compareValues, type Valued} from './values.js';
import {renderValues} from './values-table.js';
import {renderTop, renderViewButtons} from '../viewer/view-buttons.js';

/** Compares two files over the whole page: their pictures side by side or one over the other, and their values. */
export class FileComparison extends OverPage {
  static override properties = {files: {attribute: false}};
  static override styles = [dialogStyles, roundStyles, stageStyles, comparisonStyles];

  /** All files of the list. */
  files: readonly FileInspection[] = [];

  readonly #say = termsFor(this);
  /** Undefined while it is closed. */
  #pair?: Pair;
  #found: Found = {name: 'nothing'};
  #isTogether = true;
  #isOverlaid = false;
  #isOnlyDiffering = false;
  readonly #staged: readonly [StagedFile, StagedFile] = [this.#newStage(0), this.#newStage(1)];
  /** The stage that was used last: keys and buttons act on it. */
  #active = 0;
  #work?: AbortController;
  /** SHA-256 of files. */
  readonly #hashes = new WeakMap<Blob, string>();

  async open(pair: Pair, reader: SealReader): Promise<void> {
    await this.updateComplete;
    const dialog = this.dialog;
    if (!dialog?.isConnected || dialog.open) return;
    this.#pair = pair;
    [this.#isTogether, this.#isOverlaid, this.#isOnlyDiffering] = [true, false, false];
    this.#active = 0;
    this.requestUpdate();
    await this.updateComplete;
    dialog.showModal();
    const {signal} = (this.#work = new AbortController());
    window.addEventListener('resize', this.#onResize, {signal});
    const shown = pair.map(async (side, index) => {
      const picture = pictureOf(side);
      if (picture) await this.#staged[index]?.show(picture);
    });
    // Both are decoded for the eye first.
    await Promise.all(shown);
    await this.#read(pair, reader, signal);
    if (!signal.aborted) await this.#compare(pair, reader, signal);
  }

  protected override willUpdate() {
    const isGone = (side: Compared) =>
      side.name === 'file' && !this.files.includes(side.inspection);
    if (this.#pair?.some(isGone)) this.dialog?.close();
  }

  protected override render() {
    return html`<dialog
      class="viewer"
      part="comparison"
      aria-labelledby="comparison-title"
      @keydown=${this.#onKey}
      @close=${this.#onClose}
    >
      ${this.#pair ? this.#renderPair(this.#pair) : nothing}
    </dialog>`;
  }

  protected override updated() {
    if (!this.#pair) return;
    for (const [index, {stage}] of this.#staged.entries()) {
      const frame = this.find(`.side[data-index="${index}"]`);
      if (frame) stage.drawn(frame);
    }
  }

  #renderPair(pair: Pair) {
    const say = this.#say;
    const view = viewOf(say);
    const arePictures = pair.every(pictureOf);
    const names = pair.map((side) =>
      side.name === 'file'
        ? shortened(listedName(side.inspection, view))
        : say.term('sourcePicture'),
    ) as [string, string];
    return html`${renderTop('comparison-title', say.term('compareTitle'), this.close, say)}
      <div class="content">
        <p class="alike" role="status">${renderFound(this.#found, say)}</p>
        ${arePictures ? this.#renderTools() : nothing}
        <div
          class=${this.#isOverlaid ? 'pair overlaid' : 'pair'}
          @focusin=${this.#onUse}
          @pointerdown=${this.#onUse}
        >
          ${pair.map((side, index) =>
            renderSide(side, index, names[index] ?? '', this.#staged[index], say, view),
          )}
        </div>
        ${this.#isOverlaid ? this.#renderDivide() : nothing} ${this.#renderTable(pair, names)}
      </div>`;
  }

  /** Renders a switch; `set` is called when a person has switched it. */
  #renderSwitch(words: SwitchWords, isOn: boolean, set: (isOn: boolean) => void) {
    const onChange = (isOn: boolean) => {
      set(isOn);
      this.requestUpdate();
    };
    return renderSwitch(words, isOn, onChange, this.#say);
  }

  #renderTools() {
    const say = this.#say;
    const stage = this.#staged[this.#active]?.stage;
    // One number is told only where it is true of both.
    const [first, second] = this.#staged.map((staged) => staged.stage.pixelSize);
    const isOne = first !== undefined && second !== undefined && Math.abs(first - second) < 0.005;
    return html`<div class="tools">
      ${this.#renderSwitch('moveTogether', this.#isTogether, (isOn) => {
        this.#isTogether = isOn;
        this.#isOverlaid &&= isOn;
        if (isOn) this.#follow(this.#active);
      })}
      ${this.#renderSwitch('overlaid', this.#isOverlaid, (isOn) => {
        this.#isOverlaid = isOn;
        this.#isTogether ||= isOn;
        if (isOn) this.#follow(this.#active);
      })}
      ${renderViewButtons(
        {zoomBy: (factor) => stage?.zoomBy(factor), turn: () => stage?.turn()},
        isOne ? first : undefined,
        say,
      )}
    </div>`;
  }

  #renderDivide() {
    return html`<label class="divide">
      <span class="quiet">${this.#say.term('divide')}</span>
      <input type="range" min="0" max="100" value="50" @input=${this.#onDivide} />
    </label>`;
  }

  /** The picture of a source has no values. */
  #renderTable(pair: Pair, names: readonly [string, string]) {
    const [first, second] = filesOf(pair).map((inspection, index): Valued => ({
      inspection,
      size: this.#staged[index]?.own,
      sha256: this.#hashes.get(inspection.file),
    }));
    if (!first || !second) return nothing;
    const view = viewOf(this.#say);
    return html`<section class="values">
      ${this.#renderSwitch('onlyDiffering', this.#isOnlyDiffering, (isOn) => {
        this.#isOnlyDiffering = isOn;
      })}
      ${renderValues(compareValues([first, second], view), names, this.#isOnlyDiffering, view)}
    </section>`;
  }

  #newStage(index: number): StagedFile {
    return new StagedFile(
      {
        step: () => undefined,
        zoomed: () => this.requestUpdate(),
        placed: () => {
          if (this.#isTogether) this.#follow(index);
        },
      },
      () => this.requestUpdate(),
    );
  }

  /** Shows on the other stage what this one shows. */
  #follow(index: number) {
    const [first, second] = this.#staged;
    const [own, other] = index === 0 ? [first, second] : [second, first];
    other.stage.follow(own.stage.placement);
  }

  /** Reads the hash of each file: what was read of a file is forgotten when another one is shown. */
  async #read(pair: Pair, reader: SealReader, signal: AbortSignal) {
    for (const {file} of filesOf(pair)) {
      if (signal.aborted || this.#hashes.has(file)) continue;
      const facts = await reader.facts(file, signal).catch(() => undefined);
      if (facts) this.#hashes.set(file, facts.sha256);
      this.requestUpdate();
    }
  }

  async #compare(pair: Pair, reader: SealReader, signal: AbortSignal) {
    const [first, second] = filesOf(pair);
    if (!first || !second) return;
    this.#become({name: 'comparing'});
    const how = await likenessOf([first.file, second.file], reader, signal).catch(() => undefined);
    if (!signal.aborted) this.#become(how ? {name: 'alike', how} : {name: 'nothing'});
  }

  #become(found: Found) {
    this.#found = found;
    this.requestUpdate();
  }

  readonly #onUse = ({target}: Event) => {
    const side = (target as Element).closest<HTMLElement>('.side');
    const index = Number(side?.dataset['index'] ?? this.#active);
    if (index === this.#active) return;
    this.#active = index;
    this.requestUpdate();
  };

  readonly #onDivide = ({currentTarget}: Event) => {
    const {value} = currentTarget as HTMLInputElement;
    this.find('.pair')?.style.setProperty('--_divide', `${value}%`);
  };

  readonly #onResize = () => {
    for (const {stage} of this.#staged) stage.resized();
    this.requestUpdate();
  };

  /** The keys of the stage that has the focus, and its turning. */
  readonly #onKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target as Element).closest('.stage')) return;
    const stage = this.#staged[this.#active]?.stage;
    if (event.key === 'r' || event.key === 'R') stage?.turn();
    else if (!stage?.press(event.key)) return;
    event.preventDefault();
  };

  readonly #onClose = () => {
    this.release();
    this.requestUpdate();
  };

  protected override release() {
    this.#work?.abort();
    this.#pair = undefined;
    this.#found = {name: 'nothing'};
    for (const staged of this.#staged) staged.release();
  }
}
