import {once} from 'node:events';
import type {WriteStream} from 'node:tty';

type Target = Pick<WriteStream, 'write' | 'once' | 'off' | 'isTTY'>;

/** Shortest time in milliseconds between two progress lines. */
const PROGRESS_MS = 200;
/** The same for a file or a pipe, in which each progress text is a line of its own. */
const LINE_MS = 2_000;

/** Writes results to one stream, and progress to another. */
export class Output {
  readonly #results: NodeJS.WritableStream;
  readonly #progress: Target;
  readonly #showsProgress: boolean;
  #shownAt = 0;
  #last = '';

  constructor(results: NodeJS.WritableStream, progress: Target, showsProgress: boolean) {
    this.#results = results;
    this.#progress = progress;
    this.#showsProgress = showsProgress;
  }

  /** Writes text; resolves once the stream accepts more, so that a slow reader is waited for. */
  async write(text: string): Promise<void> {
    if (text !== '' && !this.#results.write(text)) await once(this.#results, 'drain');
  }

  progress(text: string): void {
    if (!this.#showsProgress) return;
    this.#last = text;
    const now = Date.now();
    if (now - this.#shownAt < (this.#progress.isTTY ? PROGRESS_MS : LINE_MS)) return;
    this.#shownAt = now;
    this.#show(text, false);
  }

  /** Shows the final progress. */
  end(): void {
    if (this.#showsProgress && this.#last !== '') this.#show(this.#last, true);
  }

  /** Shows progress; on a terminal it replaces the previous line. */
  #show(text: string, isLast: boolean): void {
    const {isTTY} = this.#progress;
    this.#progress.write(isTTY ? `\r\u001b[K${text}${isLast ? '\n' : ''}` : `${text}\n`);
  }
}
