// The baseline for `sealed-capture-service inspect FOLDER`: the engine alone reads each file of the folder, in two threads.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isMainThread, Worker, workerData} from 'node:worker_threads';
import {bareInspection, startBareEngine} from './bare-engine.mjs';

if (isMainThread) {
  const [folder] = process.argv.slice(2);
  const files = readdirSync(folder).map((name) => join(folder, name));
  for (const half of [0, 1]) {
    const workerData = files.filter((_, index) => index % 2 === half);
    new Worker(fileURLToPath(import.meta.url), {workerData});
  }
} else {
  startBareEngine();
  for (const file of workerData) console.log(await bareInspection(readFileSync(file)));
}
