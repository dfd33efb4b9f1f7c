// `npm run corpus -- FOLDER… [--at-once 4] [--threads 2] [--only PART-OF-PATH]`: seals, inspects, redacts and seals again
// all media in the folders, and checks that nothing but the seal has changed. See CONTRIBUTING.md. Exit code 1: a file
// reads other than valid after a 200, has lost or changed a byte, or made the service fail.
import {basename, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {mediaIn, type CorpusFile} from './files.js';
import {Report} from './report.js';
import {CorpusService} from './service.js';
import {findingsIn, type Finding} from './steps.js';

const {values, positionals: folders} = parseArgs({
  allowPositionals: true,
  options: {
    'at-once': {type: 'string', default: '4'},
    threads: {type: 'string', default: '2'},
    only: {type: 'string', default: ''},
  },
});
const [atOnce, threads] = [Number(values['at-once']), Number(values.threads)];
if (folders.length === 0 || !(atOnce >= 1) || !(threads >= 1)) {
  console.error(
    'Usage: npm run corpus -- FOLDER… [--at-once 4] [--threads 2] [--only PART-OF-PATH]',
  );
  process.exit(2);
}

interface Given {
  folder: string;
  file: CorpusFile;
}

async function* allFiles(): AsyncGenerator<Given, void> {
  const seen = new Set<string>();
  for (const given of folders) {
    const folder = resolve(given);
    for await (const file of mediaIn(folder, seen)) {
      if (file.path.includes(values.only)) yield {folder: basename(folder), file};
    }
  }
}

const service = await CorpusService.start(threads);
const report = new Report();
const start = performance.now();
let done = 0;

async function work(files: AsyncGenerator<Given, void>): Promise<void> {
  for (;;) {
    // A generator answers one request after another, so each file is read when it is its turn.
    const next = await files.next();
    if (next.done) return;
    const {folder, file} = next.value;
    const from = performance.now();
    const findings: Finding[] = [];
    for await (const finding of findingsIn(file, service)) findings.push(finding);
    report.add({folder, ...file}, findings, performance.now() - from);
    if (process.stderr.isTTY) process.stderr.write(`\r${++done} files `);
  }
}

const files = allFiles();
await Promise.all(Array.from({length: atOnce}, () => work(files)));
await service.close();
console.log(report.lines().join('\n'));
const seconds = ((performance.now() - start) / 1000).toFixed(0);
const peak = (process.resourceUsage().maxRSS / 1024).toFixed(0);
console.log(`\n${report.faults} faults, ${seconds} s, ${peak} MiB at most.`);
process.exit(report.faults === 0 ? 0 : 1);
