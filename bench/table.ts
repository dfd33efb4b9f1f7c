import {holds, ratio, type Figure} from './figure.js';

const columns = ['what', 'figure', 'baseline', 'ratio', 'target', 'holds', 'note'] as const;
type Row = Record<(typeof columns)[number], string>;

const number = (value: number): string =>
  value.toLocaleString('en', {maximumFractionDigits: value < 100 ? 1 : 0});

function targetText({target, unit}: Figure): string {
  if (!target) return '';
  const [sign, limit] = 'atMost' in target ? ['≤', target.atMost] : ['≥', target.atLeast];
  return target.of === 'ratio' ? `${sign} ${limit} ×` : `${sign} ${number(limit)} ${unit}`;
}

function rowOf(figure: Figure): Row {
  const {what, value, unit, baseline, note = ''} = figure;
  const held = holds(figure);
  return {
    what,
    figure: `${number(value)} ${unit}`,
    baseline: baseline ? `${number(baseline.value)} ${unit} ${baseline.what}` : '',
    ratio: ratio(figure)?.toFixed(2) ?? '',
    target: targetText(figure),
    holds: held === undefined ? '' : held ? 'yes' : 'NO',
    note,
  };
}

/** The figures as lines of aligned columns, with a title line. */
export function table(figures: readonly Figure[]): string {
  const title = Object.fromEntries(columns.map((name) => [name, name])) as Row;
  const rows = [title, ...figures.map(rowOf)];
  const widths = columns.map((name) => Math.max(...rows.map((row) => row[name].length)));
  const rule = widths.map((width) => '─'.repeat(width)).join('──');
  const lines = rows.map((row) =>
    columns
      .map((name, column) =>
        name === 'figure' || name === 'ratio'
          ? row[name].padStart(widths[column] ?? 0)
          : row[name].padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, rule);
  return lines.join('\n');
}
