/** One line of the bench's table. */
export interface Figure {
  what: string;
  value: number;
  /** Of the value and the baseline, as printed: "ms", "/s", "kB". */
  unit: string;
  /** The same work done another way, in the same run. */
  baseline?: {what: string; value: number};
  /** What is to be reached, by the value itself or by its ratio to the baseline. */
  target?: {of: 'value' | 'ratio'; atMost: number} | {of: 'value' | 'ratio'; atLeast: number};
  /** True where missing it is a fault of the package, however slow the machine: the run then fails. */
  isFault?: boolean;
  /** What else was seen: further percentiles, sizes. */
  note?: string;
}

/** A group of figures with what they need; `npm run bench -- NAME` measures it alone. */
export interface Group {
  name: string;
  measure(): Promise<Figure[]>;
  /** Seconds after which the group counts as broken, and the next one begins. Half an hour, and four minutes in the quick form, unless it says otherwise. */
  longest?: number;
}

export const ratio = ({value, baseline}: Figure): number | undefined =>
  baseline && value / baseline.value;

/** Undefined where nothing is to be reached. */
export function holds(figure: Figure): boolean | undefined {
  const {target} = figure;
  if (!target) return undefined;
  // As far as it is printed.
  const reached = target.of === 'value' ? figure.value : Number(ratio(figure)?.toFixed(2));
  return 'atMost' in target ? reached <= target.atMost : reached >= target.atLeast;
}
