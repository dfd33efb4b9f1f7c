import {isFault, type Finding, type Step} from './steps.js';

/** Counts of one kind of file in one folder. */
export class Tally {
  files = 0;
  milliseconds = 0;
  readonly #counts = new Map<string, number>();

  add(finding: Finding): void {
    if (finding.kind === 'verdict') return;
    const kind = finding.kind === 'done' ? finding.step : finding.kind;
    this.#count(kind);
    if (finding.kind === 'refused') this.#count(`${finding.step} refused`);
    // The step itself has succeeded.
    if (finding.kind === 'changed') this.#count(finding.step);
  }

  of(name: Step | `${Step} refused` | 'not valid' | 'changed' | 'failed'): number {
    return this.#counts.get(name) ?? 0;
  }

  #count(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }
}

const columns: [title: string, value: (tally: Tally) => number | string][] = [
  ['files', ({files}) => files],
  ['inspected', (tally) => tally.of('inspect')],
  ['sealed', (tally) => tally.of('seal')],
  ['refused', (tally) => tally.of('seal refused')],
  ['redacted', (tally) => tally.of('redact')],
  ['sealed twice', (tally) => tally.of('seal again')],
  ['stamped later', (tally) => tally.of('add the time stamp')],
  ['not valid', (tally) => tally.of('not valid')],
  ['changed', (tally) => tally.of('changed')],
  ['failed', (tally) => tally.of('failed')],
  ['seconds', ({milliseconds}) => (milliseconds / 1000).toFixed(1)],
];

/** All findings, as counts and as lists. */
export class Report {
  readonly #tallies = new Map<string, Tally>();
  readonly #lists = new Map<string, {count: number; examples: string[]}>();
  readonly #faults: string[] = [];

  get faults(): number {
    return this.#faults.length;
  }

  /** @param milliseconds that the file took */
  add(
    {folder, kind, path}: {folder: string; kind: string; path: string},
    findings: readonly Finding[],
    milliseconds: number,
  ): void {
    const row = `${folder}  ${kind}`;
    for (const name of [row, `all  ${kind}`]) {
      const tally = this.#tallies.get(name) ?? new Tally();
      this.#tallies.set(name, tally);
      tally.files++;
      tally.milliseconds += milliseconds;
      for (const finding of findings) tally.add(finding);
    }
    for (const finding of findings) {
      if (finding.kind === 'refused') {
        this.#list(`${finding.step} refused (${kind}): ${withoutNumbers(finding.reason)}`, path);
      } else if (finding.kind === 'verdict') {
        this.#list(`sealed before (${kind}): ${finding.own}, the engine: ${finding.engine}`, path);
      } else if (isFault(finding) && 'detail' in finding) {
        this.#faults.push(`${path}: ${finding.step}: ${finding.kind}: ${finding.detail}`);
      }
    }
  }

  lines(): string[] {
    const rows = [...this.#tallies]
      .sort(([a], [b]) => Number(a.startsWith('all ')) - Number(b.startsWith('all ')))
      .map(([name, tally]) => [name, ...columns.map(([, value]) => String(value(tally)))]);
    const all = [['folder  type', ...columns.map(([title]) => title)], ...rows];
    const widths = all[0]!.map((_, i) => Math.max(...all.map((row) => row[i]!.length)));
    const table = all.map((row) =>
      row.map((cell, i) => (i ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join('  '),
    );
    const lists = [...this.#lists]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, {count, examples}]) => `${count} × ${name}\n    ${examples.join('\n    ')}`);
    return [...table, '', ...lists, '', ...this.#faults];
  }

  #list(name: string, path: string): void {
    const list = this.#lists.get(name) ?? {count: 0, examples: []};
    this.#lists.set(name, list);
    list.count++;
    if (list.examples.length < MOST_EXAMPLES) list.examples.push(path);
  }
}

const MOST_EXAMPLES = 5;

/** Reasons that differ only in numbers and labels are one. */
const withoutNumbers = (reason: string): string =>
  reason
    .replaceAll(/urn:[\w:-]+/g, 'urn:…')
    .replaceAll(/\d+/g, 'N')
    .slice(0, 200);
