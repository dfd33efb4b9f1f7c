/** Times in milliseconds of repeated runs of the same work. */
export class Samples {
  readonly #values: number[];

  constructor(values: Iterable<number> = []) {
    this.#values = [...values];
  }

  add(value: number): void {
    this.#values.push(value);
  }

  /** The percentile by nearest rank: this share of the runs is not slower. */
  percentile(share: number): number {
    const sorted = this.#values.toSorted((a, b) => a - b);
    const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
    return sorted[rank] ?? NaN;
  }

  get median(): number {
    return this.percentile(0.5);
  }

  get p95(): number {
    return this.percentile(0.95);
  }

  get longest(): number {
    return this.percentile(1);
  }
}

export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Runs all of them in turn, round after round, so that other load of the machine affects all equally. The first round
 * is a warm-up and is not counted.
 */
export async function inTurn<Name extends string>(
  rounds: number,
  runs: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, Samples>> {
  const names = Object.keys(runs) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, new Samples()])) as Record<
    Name,
    Samples
  >;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const milliseconds = await timed(runs[name]);
      if (round > 0) samples[name].add(milliseconds);
    }
  }
  return samples;
}
