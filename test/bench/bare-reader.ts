// Reads one file again and again for so many milliseconds, and tells how often.
import {parentPort, workerData} from 'node:worker_threads';
import {readBare, startEngine} from './bare-engine.js';

const {file, settings} = workerData as {file: Uint8Array; settings: string};
startEngine();
await readBare(file, settings);
parentPort?.once('message', (duration: number) => {
  void (async () => {
    const end = performance.now() + duration;
    let count = 0;
    for (; performance.now() < end; count++) await readBare(file, settings);
    parentPort?.postMessage(count);
  })();
});
parentPort?.postMessage('ready');
