import {failureAs, SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {ChosenFile, Importing, WhyRefused} from '../../../core/queue/importing.js';
import type {Protection} from '../../../core/queue/queue-client.js';
import {withCaption} from '../../capture/with-caption.js';
import type {Options} from '../../options/configuration.js';

/** What has become of a chosen file. */
export type ChosenOutcome =
  | {name: 'taken'; captureId: string; photo: Extract<ChosenFile, {name: 'ready'}>}
  | {name: 'refused'; why: WhyRefused}
  /** It could not be read or stored, for a reason that is not its own. */
  | {name: 'failed'; error: unknown};

/** What files are sealed with, as it is when a person chooses them. */
export interface ChosenFor {
  protection: Protection;
  /** The options of the first file that is taken: with the current shot, if there is one. */
  first: Options;
  /** The options of the others. */
  further: Options;
  /** What the person has said of the next photo; empty if nothing. */
  caption: string;
}

/** Files that were chosen together. */
interface Batch extends ChosenFor {
  files: readonly File[];
}

/** What the batches need of their element. */
export interface BatchActions {
  importing: () => Promise<Importing>;
  /** Resolves once it is known which shot is the current one; undefined if it is. */
  shotsLoading: () => Promise<void> | undefined;
  /** Called once for each batch. The caption is not the next photo's any more. */
  chosenFor: () => ChosenFor;
  /** Called when a file begins to be read: which one of how many that were chosen since all before were taken. */
  reading: (file: File, position: number, count: number) => void;
  /** Called when files were chosen, and after each: how many of the `count` are not taken yet. */
  left: (left: number, count: number) => void;
  done: (file: File, outcome: ChosenOutcome) => void;
  /** Called with the caption of a batch of which no file was taken. */
  unused: (caption: string) => void;
}

/**
 * Has chosen files read, stored and sealed, one after the other. Whatever the page or the person changes meanwhile, they are
 * sealed with what was set when they were chosen.
 */
export class ChosenBatches {
  readonly #actions: BatchActions;
  readonly #batches: Batch[] = [];
  /** Files that were chosen since all before were taken, and those of them that are done. */
  #count = 0;
  #done = 0;

  constructor(actions: BatchActions) {
    this.#actions = actions;
  }

  /** True while files are being taken. */
  get isWorking(): boolean {
    return this.#batches.length > 0;
  }

  /** Takes files that a person has chosen. Resolves once all are taken, or named; never rejects. */
  async take(files: readonly File[]) {
    const loading = this.#actions.shotsLoading();
    if (loading) await loading;
    this.#batches.push({files, ...this.#actions.chosenFor()});
    this.#count += files.length;
    this.#tellLeft();
    if (this.#batches.length > 1) return;
    for (let batch; (batch = this.#batches[0]); this.#batches.shift()) await this.#takeAll(batch);
    this.#count = this.#done = 0;
  }

  #tellLeft() {
    this.#actions.left(this.#count - this.#done, this.#count);
  }

  async #takeAll({files, protection, first, further, caption}: Batch) {
    let isFirst = true;
    for (const file of files) {
      this.#actions.reading(file, this.#done + 1, this.#count);
      const options = isFirst ? withCaption(first, caption) : further;
      const outcome = await this.#takeOne(file, protection, options);
      if (outcome.name === 'taken') isFirst = false;
      this.#done++;
      this.#actions.done(file, outcome);
      this.#tellLeft();
    }
    if (isFirst && caption) this.#actions.unused(caption);
  }

  async #takeOne(file: File, protection: Protection, options: Options): Promise<ChosenOutcome> {
    try {
      const importing = await this.#actions.importing().catch((thrown: unknown) => {
        throw failureAs('part_missing', thrown);
      });
      // Not given up when the element is removed: the person has chosen it.
      const photo = await importing.chosen(file, new AbortController().signal);
      if (photo.name === 'refused') return photo;
      const {captureId} = await importing.take(protection, photo, options);
      return {name: 'taken', captureId, photo};
    } catch (error) {
      const isUnread = error instanceof SealedCaptureError && error.code === 'media_unsupported';
      if (isUnread) return {name: 'refused', why: 'unreadable'};
      return {name: 'failed', error};
    }
  }
}
