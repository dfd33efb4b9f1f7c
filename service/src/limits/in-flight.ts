import {randomUUID} from 'node:crypto';
import type {Tallies} from '../store/tallies.js';

/** A slot of a process that has died is free after LEASE_MS; a slot in use is renewed after RENEW_MS. Milliseconds. */
const LEASE_MS = 30_000;
const RENEWAL_MS = 10_000;

/** Counts requests in flight, for keys that may have a limited number, over all services that share a store. */
export class InFlight {
  readonly #tallies: Tallies;
  readonly #lease: number;
  readonly #renewal: number;
  readonly #held = new Map<string, {name: string; most: number}>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tallies: Tallies, lease = LEASE_MS, renewal = RENEWAL_MS) {
    this.#tallies = tallies;
    this.#lease = lease;
    this.#renewal = renewal;
  }

  /**
   * Takes one of the key's slots; the returned function releases it.
   * @returns undefined if all slots are taken
   */
  async enter(keyId: string, most: number): Promise<(() => void) | undefined> {
    const name = `in-flight:${keyId}`;
    const holder = randomUUID();
    if (!(await this.#tallies.take(name, holder, most, this.#lease))) return undefined;
    this.#held.set(holder, {name, most});
    this.#timer ??= setInterval(() => this.#renew(), this.#renewal).unref();
    return () => this.#leave(holder);
  }

  #leave(holder: string): void {
    const held = this.#held.get(holder);
    if (!held) return;
    this.#held.delete(holder);
    if (this.#held.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    // If this fails, the slot is free after its lease.
    this.#tallies.free(held.name, holder).catch(() => undefined);
  }

  #renew(): void {
    for (const [holder, {name, most}] of this.#held) {
      this.#tallies.take(name, holder, most, this.#lease).catch(() => undefined);
    }
  }
}
