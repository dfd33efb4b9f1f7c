/** One line of the bench's table. */
export interface Figure {
  what: string;
  value: number;
  /** Unit of the value and the baseline, as printed: "ms", "/s", "kB". */
  unit: string;
  /** The same work done in another way, in the same run. */
  baseline?: {what: string; value: number};
  /** The target for the value itself or for its ratio to the baseline. */
  target?: {of: 'value' | 'ratio'; atMost: number} | {of: 'value' | 'ratio'; atLeast: number};
  /** True if missing the target is a fault of the package, however slow the machine. The run then fails. */
  isFault?: boolean;
  /** Further results, such as percentiles and sizes. */
  note?: string;
}

/** A group of figures with its setup; `npm run bench -- NAME` measures only this group. */
export interface Group {
  name: string;
  measure(): Promise<Figure[]>;
  /**
   * Seconds after which the group counts as broken, and the next one begins. Default: half an hour, or four minutes in
   * a quick run.
   */
  longest?: number;
}

export const ratio = ({value, baseline}: Figure): number | undefined =>
  baseline && value / baseline.value;

/** Whether the target is reached; undefined without a target. */
export function holds(figure: Figure): boolean | undefined {
  const {target} = figure;
  if (!target) return undefined;
  // Rounded as printed.
  const reached = target.of === 'value' ? figure.value : Number(ratio(figure)?.toFixed(2));
  return 'atMost' in target ? reached <= target.atMost : reached >= target.atLeast;
}
