import {render, type LitElement, type ReactiveController} from 'lit';
import {toSealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {
  sharedCasePacker,
  sharedSealReader,
  type CasePacker,
} from '../../../core/wiring/elements/case-packer.js';
import type {SealReader} from '../../../core/wiring/elements/inspection.js';
import type {FileInspection} from '../../../core/inspection/inspections.js';
import {saveFile} from '../../../core/wiring/elements/save-file.js';
import {caseReport} from '../../../lang/compiled/en/case-report.js';
import {copying} from '../../../lang/compiled/en/copying.js';
import {fileFacts} from '../../../lang/compiled/en/file-facts.js';
import {findings} from '../../../lang/compiled/en/findings.js';
import {metadata} from '../../../lang/compiled/en/metadata.js';
import {microphone} from '../../../lang/compiled/en/microphone.js';
import {result} from '../../../lang/compiled/en/result.js';
import {sealInspector} from '../../../lang/compiled/en/seal-inspector.js';
import {verdict} from '../../../lang/compiled/en/verdict.js';
import {defineInner, html} from '../../inner/scoped.js';
import {viewFor, type View} from '../../metadata/view.js';
import {Localize} from '../../strings/localize.js';
import {ofVerifier} from '../../strings/of-verifier.js';
import {savedName} from '../intake/file-name.js';
import {printDocument, type Print} from '../report/printed.js';
import {partsOf} from '../report/take-away.js';
import {caseEvidence, NotPackedError} from './case-evidence.js';
import {CaseFaultError, caseIn, caseText, LARGEST_CASE} from './case-format.js';
import {gathered, releasePictures, serviceOf} from './case-gathered.js';
import {CaseNotes} from './case-notes.js';
import type {SetsInCase} from '../sets/sets-view.js';
import {caseDocument, inPlace, type CaseReportParts} from './report/case-report.js';
import {CaseView, type CaseActions} from './case-view.js';

/** The page outside, which tests replace. */
interface Outside {
  save: typeof saveFile;
  print?: Print;
  packer: CasePacker;
  reader: () => SealReader;
  now: () => Date;
}

/** The element with the files, which may have a reader of its own. */
export type CaseHost = LitElement & {readonly reader?: SealReader};

/** What is known across files. */
export interface AcrossFiles {
  /** What was noticed across these files; what also concerns others is left out. */
  remarks: (files: readonly FileInspection[]) => readonly string[];
  /** The verdict on the sets of all files in the list; undefined if none is part of one. */
  sets: () => SetsInCase | undefined;
}

/** A message in the language of the page. */
type Say = (view: View) => string;

/** The report of a case: what is written for it, its dialog, and its exports. It keeps all of it until the page is closed. */
export class CaseFile implements ReactiveController, CaseActions {
  notes = new CaseNotes();
  readonly #host: LitElement;
  readonly #localize: Localize;
  readonly #outside: Outside;
  #across?: AcrossFiles;
  #place?: HTMLElement;
  #message: Say = () => '';
  /** Reads the hashes of the files. */
  #identifying?: AbortController;
  /** Never rejects. */
  #identified: Promise<void> = Promise.resolve();
  /** Exists while evidence is put together. */
  #packing?: AbortController;
  /** Exists until the next print: the printed document may still be needed. */
  #printing?: AbortController;

  constructor(host: CaseHost, outside: Partial<Outside> = {}) {
    defineInner({case: CaseView});
    this.#host = host;
    this.#localize = new Localize(host, {
      ...fileFacts,
      ...findings,
      ...metadata,
      ...microphone,
      ...result,
      ...sealInspector,
      ...verdict,
      ...copying,
      ...ofVerifier,
      ...caseReport,
    });
    this.#outside = {
      save: saveFile,
      packer: sharedCasePacker(),
      reader: () => host.reader ?? sharedSealReader(),
      now: () => new Date(),
      ...outside,
    };
    host.addController(this);
  }

  hostUpdated() {
    if (this.#element?.isOpen) this.#draw();
  }

  hostDisconnected() {
    this.#identifying?.abort();
    this.#printing?.abort();
    this.cancelPacking();
  }

  /** Opens the dialog for those of the files that have a verdict, in this order, and names the number of the others. */
  async show(files: readonly FileInspection[], across?: AcrossFiles) {
    this.#across = across;
    this.notes.show(files);
    this.#place ??= this.#host.renderRoot.appendChild(document.createElement('div'));
    this.#say();
    this.#identified = this.#identify();
    await this.#element?.open();
  }

  /** Begins another case: what was written about the one before is dropped. */
  begin() {
    this.cancelPacking();
    this.notes = new CaseNotes();
  }

  /** Waits for the hashes, by which the notes find their files again. */
  async save() {
    await this.#identified;
    const text = caseText(this.notes.saved());
    const file = new Blob([text], {type: 'application/json'});
    this.#outside.save(file, this.#nameWith('.case.json'));
    this.#say(({localize}) => localize.term('caseSaved'));
  }

  /** Opens a saved case. A file that is none changes nothing. */
  async open(file: Blob) {
    try {
      if (file.size > LARGEST_CASE) throw new CaseFaultError('tooLarge');
      const saved = caseIn(await file.text());
      this.notes.open(saved);
      this.#say(({localize}) => localize.term('caseOpened'));
    } catch (thrown) {
      const fault = thrown instanceof CaseFaultError ? thrown.fault : 'notCase';
      this.#say(({localize}) => localize.term('caseFault', fault));
    }
  }

  async print() {
    this.#printing?.abort();
    const {signal} = (this.#printing = new AbortController());
    const {print = (frame: Window) => frame.print()} = this.#outside;
    if (this.notes.selected.length > 0) this.#say(({localize}) => localize.term('casePreparing'));
    try {
      const parts = await this.#parts(signal);
      if (!parts) return;
      const release = () => releasePictures(parts);
      const report = {...caseDocument(parts, inPlace), release};
      await printDocument(report, this.#host.renderRoot, signal, (frame) => {
        this.#say();
        print(frame);
      });
    } catch {
      if (!signal.aborted) this.#say(({term}) => term('notPrinted'));
    }
  }

  async pack() {
    this.#packing?.abort();
    const packing = (this.#packing = new AbortController());
    const {signal} = packing;
    const say = (words: Say) => {
      if (!signal.aborted) this.#say(words);
    };
    const {selected} = this.notes;
    say(({localize}) => localize.term('casePacking', 1, selected.length));
    try {
      const parts = await this.#parts(signal);
      if (!parts) return;
      const evidence = await caseEvidence(parts, {
        reader: this.#outside.reader(),
        packer: this.#outside.packer,
        signal,
        onFile: (position) =>
          say(({localize}) => localize.term('casePacking', position, parts.files.length)),
      }).finally(() => releasePictures(parts));
      if (signal.aborted) return;
      this.#outside.save(evidence, this.#nameWith('.evidence.zip'));
      say(({term}) => term('packed'));
    } catch (thrown) {
      if (thrown instanceof NotPackedError) return say(() => thrown.message);
      const {code} = toSealedCaptureError(thrown, 'media_unsupported');
      say(({term}) => term(code === 'worker_unavailable' ? 'notPackedHere' : 'notPacked'));
    } finally {
      if (this.#packing === packing) this.#packing = undefined;
      this.#draw();
    }
  }

  cancelPacking() {
    if (!this.#packing) return;
    this.#packing.abort();
    this.#packing = undefined;
    this.#say();
  }

  /** What the report says; undefined, with a message, if no file is selected. */
  async #parts(signal: AbortSignal): Promise<CaseReportParts | undefined> {
    const {notes} = this;
    await this.#identified;
    signal.throwIfAborted();
    const {selected} = notes;
    if (selected.length === 0) {
      this.#say(({localize}) => localize.term('caseNone'));
      return undefined;
    }
    const view = this.#view;
    const found = await gathered(selected, this.#outside.reader(), view, signal);
    const remarks = this.#across?.remarks(selected.map(({inspection}) => inspection)) ?? [];
    const sets = this.#across?.sets();
    return {...found, notes, remarks, sets, made: this.#outside.now(), view};
  }

  /** Reads the hashes of the files one after the other, by which notes find their files. */
  async #identify() {
    this.#identifying?.abort();
    const {signal} = (this.#identifying = new AbortController());
    const reader = this.#outside.reader();
    for (const entry of this.notes.unidentified) {
      const {inspection} = entry;
      const host = serviceOf(inspection);
      const {facts} = await partsOf({inspection, host, reader, view: this.#view}, signal);
      if (signal.aborted) return;
      this.notes.identify(entry, facts.name === 'read' ? facts.facts.sha256 : '');
      this.#draw();
    }
  }

  #nameWith(ending: string): string {
    return savedName(new File([], this.notes.caseNumber.trim() || 'case'), ending);
  }

  get #view(): View {
    const localize = this.#localize;
    return viewFor(localize, (reason) => localize.term('unavailable', reason));
  }

  get #element(): CaseView | null {
    return this.#place?.firstElementChild as CaseView | null;
  }

  #say(words: Say = () => '') {
    this.#message = words;
    this.#draw();
  }

  #draw() {
    if (!this.#place) return;
    const view = this.#view;
    render(
      html`<sc-case
        .notes=${this.notes}
        .view=${view}
        .actions=${this}
        .message=${this.#message(view)}
        .isPacking=${this.#packing !== undefined}
      ></sc-case>`,
      this.#place,
    );
    this.#element?.requestUpdate();
  }
}
