// `npm run soak -- [--captures 2000] [--seed 1] [--minutes 0]`: makes captures under all faults at once, and reports
// the results.
import {parseArgs} from 'node:util';
import {chromiumPath} from '../browser.js';
import {soak, type SoakReport} from './soak.js';

const {values} = parseArgs({
  options: {
    captures: {type: 'string', default: '2000'},
    seed: {type: 'string', default: '1'},
    minutes: {type: 'string', default: '0'},
  },
});
const [captures, seed, minutes] = [values.captures, values.seed, values.minutes].map(Number);
if (![captures, seed, minutes].every((number) => number !== undefined && number >= 0)) {
  console.error('Usage: npm run soak -- [--captures 2000] [--seed 1] [--minutes 0]');
  process.exit(2);
}

const report = await soak({
  captures: captures ?? 0,
  seed: seed ?? 0,
  minutes,
  launchOptions: {executablePath: await chromiumPath(), args: ['--no-sandbox']},
  onProgress(told, delivered) {
    if (process.stderr.isTTY) process.stderr.write(`\r${told} told, ${delivered} delivered `);
  },
});
console.log(`\n${rows(report).join('\n')}\n`);
for (const problem of report.problems) console.log(problem);
console.log(
  report.problems.length === 0
    ? `Seed ${seed}: every capture that was told and not discarded came exactly once, with the seal of its own picture.`
    : `Seed ${seed}: ${report.problems.length} problems.`,
);
process.exit(report.problems.length === 0 ? 0 : 1);

function rows(report: SoakReport): string[] {
  const {made, told, delivered, repeated, discarded, requests, seals, inspected, seconds} = report;
  const {unkept, lostFromMemory, arrivals, stored, lost, wrongAccount, storedTwice} = report;
  const counted: [string, number | string][] = [
    ['captures begun', made],
    ['told by capture', told],
    ...[...report.accounts].map(([name, value]): [string, number] => [
      `  of ${name || 'nobody'}`,
      value,
    ]),
    ['delivered', delivered],
    ['  by protected alone', delivered - stored],
    ['    again, as the page was cut off in that moment', repeated],
    ["  to the page's storage", stored],
    ['    uploads that arrived of pages that had waitUntil wait', arrivals.upload],
    ['    uploads that arrived by deliver-to', arrivals.sent],
    ['    broken off as their page ended', arrivals.brokenOff],
    ['discarded before they were sealed', discarded],
    ['told to be in memory alone', unkept],
    ['  and gone with their page', lostFromMemory],
    ['lost', lost],
    ['known to a wrong account', wrongAccount],
    ['stored twice', storedTwice],
    ['inspected by the service', inspected],
    ['requests for a seal', requests],
    ['  beyond the first of each capture', requests - delivered],
    ['seals made by the service', seals],
    ...listed('happened', report.happenings),
    ...listed('answered', report.spoilings),
    ...listed('upload', report.storageSpoilings),
    ['seconds', seconds.toFixed(0)],
  ];
  const width = Math.max(...counted.map(([name]) => name.length));
  return counted.map(([name, value]) => `${name.padEnd(width)}  ${String(value).padStart(6)}`);
}

function listed(title: string, counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, value]): [string, number] => [`${title}: ${name}`, value]);
}
