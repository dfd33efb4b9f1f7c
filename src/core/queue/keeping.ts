import type {Job} from '../../model/job.js';
import type {Keeping} from '../../ports/worker-channel/media-worker-calls.js';
import type {ClientConnection} from './client-connection.js';
import type {Delivery} from './delivery.js';
import type {QueueParts} from './queue-parts.js';

export interface Kept {
  blob: Blob;
  keeping: Keeping;
}

/** Keeps what the page alone has: nothing else could keep it, or the worker died that had it in its memory. */
export async function keep(
  parts: QueueParts,
  delivery: Delivery,
  job: Job,
  blob: Blob,
): Promise<void> {
  const keeping = await parts.ports.store.add(job, blob);
  const {maker, unkept} = parts.known.get(job.captureId) ?? {};
  noteKept(parts, job, {blob, keeping}, maker);
  // A person was told before that it is in memory, or nowhere.
  if (keeping.name === 'nowhere' && !unkept) tellUnkept(delivery, job, keeping);
}

/** Notes how safe a capture is. The page holds on to the media of what a reload, or a worker's end, would lose. */
export function noteKept(
  {known}: QueueParts,
  job: Job,
  {blob, keeping}: Kept,
  maker?: ClientConnection,
): void {
  const isNowhere = keeping.name === 'nowhere';
  known.set(isNowhere ? failed(job, keeping.failure) : job, {
    maker,
    unkept: isNowhere ? {blob, state: job.state} : undefined,
    spare: keeping.name === 'memory' ? blob : undefined,
  });
}

/** Said at once: until it is sealed, the page's own copy is the only safe one. */
export function tellUnkept(
  delivery: Delivery,
  job: Job,
  {name, failure}: Exclude<Keeping, {name: 'stored'}>,
  connection?: ClientConnection,
): void {
  const told = name === 'nowhere' ? failed(job, failure) : job;
  const dueAt = told.state.name === 'waiting' ? told.state.dueAt : undefined;
  delivery.tellFailure(told, failure, delivery.receiverOf(job) ?? connection, dueAt);
}

const failed = (job: Job, failure: Exclude<Keeping, {name: 'stored'}>['failure']): Job => ({
  ...job,
  state: {name: 'failed', failure, attempts: 0},
});
