import type {FileOutcome} from './inspect-files.js';

/** Exit statuses of an inspection of files. */
export const exitStatus = {valid: 0, invalid: 1, unconfirmed: 2, unreadable: 3} as const;

type Counted = keyof typeof exitStatus;

/** Counts results, for the exit status and the progress. */
export class Summary {
  readonly #counts = new Map<Counted, number>();

  add(outcome: FileOutcome): void {
    const counted = countedAs(outcome);
    if (counted) this.#counts.set(counted, this.#of(counted) + 1);
  }

  /**
   * The exit status for all files. An invalid file outweighs everything, then a file that could not be read, then
   * one that is not confirmed. Without any file, the status is that of an unreadable one.
   */
  get status(): number {
    const found = (['invalid', 'unreadable', 'unconfirmed', 'valid'] as const).find((one) =>
      this.#counts.has(one),
    );
    return exitStatus[found ?? 'unreadable'];
  }

  /** True if no file was counted. */
  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  toString(): string {
    const all = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    const parts = [`${this.#of('valid')} valid`];
    parts.push(`${this.#of('invalid')} invalid`, `${this.#of('unconfirmed')} not confirmed`);
    parts.push(`${this.#of('unreadable')} not read`);
    return `${all} ${all === 1 ? 'file' : 'files'}: ${parts.join(', ')}`;
  }

  #of(counted: Counted): number {
    return this.#counts.get(counted) ?? 0;
  }
}

function countedAs(outcome: FileOutcome): Counted | undefined {
  if (outcome.name === 'other') return undefined;
  if (outcome.name === 'unreadable') return 'unreadable';
  switch (outcome.result.labelState) {
    case 'valid':
      return 'valid';
    case 'invalid':
      return 'invalid';
    case 'unchecked':
      return 'unreadable';
    default:
      return 'unconfirmed';
  }
}
