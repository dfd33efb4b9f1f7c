import type {AuditEvent} from './audit-entry.js';

/** Milliseconds for which refusals of one kind are counted, before the log gets their number. */
const INTERVAL_MS = 60_000;
/** Most kinds of refusals (status and path) of one key in an interval that are told apart. */
const MOST_KINDS = 10;
const OTHERS = 'others';

export type Refusal = Pick<AuditEvent, 'keyId' | 'status' | 'path' | 'count'>;

/**
 * Records refusals without filling the disk: the first of a kind at once, the further ones of a minute by their
 * number. So a key adds at most 21 entries a minute, whatever it sends.
 */
export class RefusalCounts {
  readonly #write: (refusal: Refusal) => Promise<void>;
  /** What was refused since the last flush: by key, then by kind. Counts are of what is not in the log yet. */
  #keys = new Map<string, Map<string, Refusal & {count: number}>>();
  #timer: NodeJS.Timeout | undefined;

  /** @param write rejects if the entry cannot be written; its number is then kept for the next minute */
  constructor(write: (refusal: Refusal) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves once the refusal is written, or counted. */
  async note({keyId, status, path}: Refusal): Promise<void> {
    const kind = `${status} ${path}`;
    const kinds = this.#keys.get(keyId);
    if (kinds?.has(kind)) return this.#count(keyId, kind, {keyId, count: 1});
    if (kinds && kinds.size >= MOST_KINDS) return this.#count(keyId, OTHERS, {keyId, count: 1});
    this.#count(keyId, kind, {keyId, status, path, count: 0});
    await this.#write({keyId, status, path}).catch(() =>
      this.#count(keyId, kind, {keyId, status, path, count: 1}),
    );
  }

  /** Writes what was counted. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const keys = this.#keys;
    this.#keys = new Map();
    const counted = [...keys].flatMap(([keyId, kinds]) =>
      [...kinds]
        .filter(([, {count}]) => count > 0)
        .map(([kind, refusal]) => ({keyId, kind, refusal})),
    );
    await Promise.all(
      counted.map(({keyId, kind, refusal}) =>
        this.#write(refusal).catch(() => this.#count(keyId, kind, refusal)),
      ),
    );
  }

  #count(keyId: string, kind: string, refusal: Refusal & {count: number}): void {
    this.#timer ??= setTimeout(() => void this.flush(), INTERVAL_MS).unref();
    const kinds = this.#keys.get(keyId) ?? new Map<string, Refusal & {count: number}>();
    this.#keys.set(keyId, kinds);
    const known = kinds.get(kind);
    if (known) known.count += refusal.count;
    else kinds.set(kind, {...refusal});
  }
}
