import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import type {CaptureCopy} from '@sealed-capture/seal/model/job/job.js';
import type {CaptureFiles} from '../files/capture-files.js';
import type {FileBrowser} from '../files/file-browser.js';
import {savedName} from '../failures/saved-name.js';
import type {Localize} from '../../strings/localize.js';
import {copiesOf, readBatch, type Batch, type Form} from './batch.js';
import {SharedZip} from './shared-zip.js';

const formats = {files: undefined, zip: 'application/zip'} as const;

/** What copies need of the element that has the captures. */
export interface CopyActions {
  connection: () => Pick<Protection, 'noteCopies'>;
  /** The captures as they are now. */
  captures: () => readonly CaptureSummary[];
  files: CaptureFiles;
  browser: () => FileBrowser;
}

/** How long the making of copies may take, and who is told how far it is. */
export interface Progress {
  signal: AbortSignal;
  /** Called with a sentence before each file. */
  onText: (text: string) => void;
}

/** Makes copies of captures, to be shared or saved, and records them with the captures. */
export class Copies {
  readonly #actions: CopyActions;
  readonly #say: Localize;

  constructor(actions: CopyActions, say: Localize) {
    this.#actions = actions;
    this.#say = say;
  }

  /** Those of the captures that are still there, as they are now. */
  of(captureIds: readonly string[]): readonly CaptureSummary[] {
    const captures = this.#actions.captures();
    return captureIds.flatMap((id) => captures.find(({captureId}) => captureId === id) ?? []);
  }

  /** True if the browser shares these captures in this form, as far as it says. */
  willShare(form: Form, captures: readonly CaptureSummary[]): boolean {
    const {browser, files} = this.#actions;
    const type = formats[form];
    return type ? browser().canShare(type) : files.willShare(captures);
  }

  /** Reads the files. If they are not to be shared, each is saved as soon as it is read, but a ZIP is not. */
  async read(
    form: Form,
    captureIds: readonly string[],
    willShare: boolean,
    progress: Progress,
  ): Promise<Batch> {
    if (form === 'zip') return this.#pack(captureIds, progress);
    const term = willShare ? 'viewerReading' : 'viewerSaving';
    const batch = await this.#readAll(form, captureIds, term, progress, (_, file, {files}) => {
      if (willShare) files.push(file);
      else this.#actions.browser().save(file, file.name);
    });
    // Those that were saved before the dialog was closed are.
    if (!willShare) await this.note(batch, 'saved');
    return batch;
  }

  /** Saves what was read to be shared. */
  async save(batch: Batch): Promise<void> {
    for (const file of batch.files) this.#actions.browser().save(file, file.name);
    await this.note(batch, 'saved');
  }

  /** A note that cannot be stored does not change what was done. */
  async note(batch: Batch, made: CaptureCopy['made']): Promise<void> {
    const connection = this.#actions.connection();
    for (const {captureIds, copy} of copiesOf(batch, made)) {
      await connection.noteCopies(captureIds, copy).catch((error: unknown) => {
        console.warn('The copy of a capture could not be noted.', error);
      });
    }
  }

  async #pack(captureIds: readonly string[], progress: Progress): Promise<Batch> {
    const {signal} = progress;
    const packer = await this.#actions.browser().packer();
    const zip = new SharedZip(packer, this.#say, captureIds.length);
    const batch = await this.#readAll(
      'zip',
      captureIds,
      'sharingPacking',
      progress,
      (capture, file) => zip.add(capture, file, signal),
    );
    signal.throwIfAborted();
    const [first] = batch.read;
    if (!first) return batch;
    const what = this.#say.term('viewerFile', first.mode);
    const name = savedName(what, first.capturedAt, '').replace(/\.[^.]*$/, '');
    return {...batch, files: [await zip.finish(name, signal)]};
  }

  #readAll(
    form: Form,
    captureIds: readonly string[],
    term: 'viewerReading' | 'viewerSaving' | 'sharingPacking',
    {signal, onText}: Progress,
    take: Parameters<typeof readBatch>[3]['take'],
  ): Promise<Batch> {
    return readBatch(captureIds, form, this.#actions.files, {
      signal,
      captureOf: (captureId) => this.of([captureId])[0],
      onFile: (position) => onText(this.#say.term(term, position, captureIds.length)),
      take,
    });
  }
}
