import type {ServiceProcess} from '../service-process.js';

const EVERY_MS = 1_000;

/** Reads a process's memory once a second. */
export class MemoryWatch {
  readonly #samples: {at: number; bytes: number}[] = [];
  readonly #start = performance.now();
  readonly #timer: NodeJS.Timeout;

  /** @param read returns the memory in bytes; a rejection is skipped */
  constructor(read: () => Promise<number>, every = EVERY_MS) {
    this.#timer = setInterval(() => {
      read().then(
        (bytes) => this.#samples.push({at: performance.now() - this.#start, bytes}),
        () => undefined,
      );
    }, every);
  }

  static of(service: ServiceProcess): MemoryWatch {
    return new MemoryWatch(async () => (await service.vitals()).memory);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The mean within a part of the whole time, such as from 0.1 to 0.2. NaN if nothing was read in it. */
  mean(from: number, to: number): number {
    const length = this.#samples.at(-1)?.at ?? 0;
    const part = this.#samples.filter(({at}) => at >= from * length && at <= to * length);
    return part.reduce((sum, {bytes}) => sum + bytes, 0) / part.length;
  }

  get most(): number {
    return this.#samples.reduce((most, {bytes}) => Math.max(most, bytes), 0);
  }
}

export const mebibytes = (bytes: number): number => bytes / 1024 ** 2;
