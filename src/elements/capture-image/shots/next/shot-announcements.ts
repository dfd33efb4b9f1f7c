import type {Localize} from '../../../strings/localize.js';
import {closedOf, summaryOf, type Completion} from '../completion.js';
import type {Shot, ShotProgress} from '../shot.js';
import {noteOf} from '../shot-progress.js';

/** A list as it is now. */
interface ListNow {
  list: readonly Shot[];
  progress: readonly ShotProgress[];
  current: Shot | undefined;
  /** Undefined while a shot is open. */
  completion: Completion | undefined;
}

/**
 * Announces that a shot was skipped, the next shot, but not the first one when the page opens, and once that a list is closed
 * or everything is delivered.
 */
export class ShotAnnouncements {
  readonly #say: Localize;
  /** Id of the shot that was next at the last update; empty if none was. */
  #said?: string;
  /** What was announced of a complete list: that it is closed, or that everything is delivered. */
  #saidEnd = '';
  /** The label of the shot that was just skipped. */
  #skipped?: string;
  #text = '';

  constructor(say: Localize) {
    this.#say = say;
  }

  /** What was announced last. */
  get text(): string {
    return this.#text;
  }

  startAnew() {
    [this.#said, this.#saidEnd] = [undefined, ''];
  }

  skip(label: string | undefined) {
    this.#skipped = label;
  }

  update(now: ListNow) {
    if (now.list.length === 0) return;
    const id = now.current?.id ?? '';
    const skipped = this.#skipped ? [this.#say.term('shotSkippedNow', this.#skipped)] : [];
    this.#skipped = undefined;
    const end = this.#endOf(now.completion);
    const next = [];
    if (this.#said !== undefined) {
      if (id !== this.#said) next.push(this.#nextOf(now));
      else if (end && end !== this.#saidEnd) next.push(end);
    }
    [this.#said, this.#saidEnd] = [id, end];
    this.#text = [...skipped, ...next].join(' ') || this.#text;
  }

  /** What is said of a list that is closed, or of which everything is delivered; empty before. */
  #endOf(completion: Completion | undefined): string {
    const isClosed = !!completion?.closing || !!completion?.isEmpty;
    if (!isClosed && completion?.stage !== 'delivered') return '';
    const closed = isClosed && closedOf(completion, this.#say);
    return [summaryOf(completion, this.#say), closed].filter(Boolean).join(' · ');
  }

  /** Says what the next photo is to show. */
  #nextOf({list, progress, current, completion}: ListNow): string {
    const say = this.#say;
    if (!current) return summaryOf(completion, say);
    const {label, hint} = current;
    const index = list.indexOf(current);
    const note = noteOf(current, progress[index]);
    return say.term('shotNext', index + 1, list.length, label, hint, note && say.term(note));
  }
}
