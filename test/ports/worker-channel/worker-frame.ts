import type {MediaWorkerCalls} from '../../../src/ports/worker-channel/media-worker-calls.js';
import {WorkerClient} from '../../../src/ports/worker-channel/worker-client.js';
import {workerScript} from '../../../src/ports/worker-channel/worker-script.js';

/** A page that starts the worker at `data-worker`, and reports the result of its call and the error that was logged. */
const {dataset} = document.documentElement;
addEventListener('error', ({error}: ErrorEvent) => {
  if (!(error instanceof Error)) return;
  const {name} = error.cause as Error;
  dataset['reported'] = [dataset['reported'], name, error.message, error.stack].join('\n');
});
const {worker = ''} = (frameElement as HTMLElement).dataset;
const {start, unavailable} = workerScript(() => new URL(worker, origin));
const client = new WorkerClient<MediaWorkerCalls>(start, {unavailable});
for (let i = 0; i < 2; i++) {
  await client.calls.list().catch((error: unknown) => {
    const {code, message} = error as {code: string; message: string};
    dataset['failed'] = `${code}: ${message}`;
  });
}
dataset['done'] = 'true';
