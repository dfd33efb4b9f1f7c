/**
 * Limits the bytes that are held at the same time. Requests wait in order. A share is never smaller than that of
 * one lane, so that no more shares exist than lanes.
 */
export class Room {
  readonly #smallestShare: number;
  readonly #waiting: {share: number; enter: () => void}[] = [];
  readonly #size: number;
  #free: number;

  /** @param size bytes; a request for more gets all of it */
  constructor(size: number, lanes: number) {
    this.#size = size;
    this.#free = size;
    this.#smallestShare = Math.floor(size / lanes);
  }

  /** Resolves once there is room, to a function that returns the room. Rejects if `signal` aborts meanwhile. */
  async enter(bytes: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const share = Math.min(this.#size, Math.max(bytes, this.#smallestShare));
    await new Promise<void>((resolve, reject) => {
      const waiting = {
        share,
        enter: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        this.#admit();
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, {once: true});
      this.#waiting.push(waiting);
      this.#admit();
    });
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      this.#free += share;
      this.#admit();
    };
  }

  #admit(): void {
    for (let [next] = this.#waiting; next && next.share <= this.#free; [next] = this.#waiting) {
      this.#waiting.shift();
      this.#free -= next.share;
      next.enter();
    }
  }
}
