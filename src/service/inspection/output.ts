import {once} from 'node:events';
import type {WriteStream} from 'node:tty';

type Target = Pick<WriteStream, 'write' | 'once' | 'off' | 'isTTY'>;

/** How often progress is written, at most. */
const PROGRESS_MS = 200;
/** The same where each is a line of its own, in a file or a pipe. */
const LINE_MS = 2_000;

/** What is found goes to one stream, how far it is to another. */
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

  /** Resolves once the stream takes more: what reads slowly is waited for. */
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

  /** Shows the last of it. */
  end(): void {
    if (this.#showsProgress && this.#last !== '') this.#show(this.#last, true);
  }

  /** On a terminal in the place of the line before. */
  #show(text: string, isLast: boolean): void {
    const {isTTY} = this.#progress;
    this.#progress.write(isTTY ? `\r\u001b[K${text}${isLast ? '\n' : ''}` : `${text}\n`);
  }
}
