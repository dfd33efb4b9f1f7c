import {failureAs, toSealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {failureOf} from '@sealed-capture/seal/model/job/job.js';
import type {AnswerMessage, Call, CallMessage, Own} from './worker-calls.js';

/** A worker's own end of the channel. */
export interface WorkerScope {
  onmessage: ((event: MessageEvent<CallMessage>) => void) | null;
  postMessage(message: AnswerMessage, options?: StructuredSerializeOptions): void;
}

/** Sends a bug to the page, which reports it. */
export const reportTo =
  (scope: Pick<WorkerScope, 'postMessage'>) =>
  (thrown: unknown): void => {
    const {name, message, stack} = thrown instanceof Error ? thrown : new Error(String(thrown));
    scope.postMessage({kind: 'bug', bug: {name, message, stack}});
  };

type Answering = Partial<Record<string, (...args: unknown[]) => unknown>>;

/**
 * True for running out of memory. That is not a bug of this package, although engines throw an error of JavaScript
 * for it.
 */
const isOutOfMemory = (thrown: unknown): boolean =>
  thrown instanceof RangeError && /allocation|memory/i.test(thrown.message);

/** Answers the page's calls with the methods of `calls`. A cancelled call is aborted, and the page drops its late answer. */
export function serve<Calls extends object>(scope: WorkerScope, calls: Calls): void {
  const running = new Map<number, AbortController>();
  const answer = async ({id, name, args}: Call): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    const own: Own = {
      signal: controller.signal,
      progress: (share) => scope.postMessage({kind: 'progress', id, share}),
    };
    try {
      const given = args.map((arg) => {
        const {own: what} = Object(arg) as {own?: keyof Own};
        return what ? own[what] : arg;
      });
      const result = await (calls as Answering)[name]!(...given);
      scope.postMessage({kind: 'result', id, result});
    } catch (thrown) {
      const error = isOutOfMemory(thrown)
        ? failureAs('storage_unavailable', thrown)
        : toSealedCaptureError(thrown, 'storage_unavailable');
      if (error.code === 'internal_error') reportTo(scope)(error.cause);
      scope.postMessage({kind: 'failure', id, failure: failureOf(error)});
    } finally {
      running.delete(id);
    }
  };
  scope.onmessage = ({data}) => {
    switch (data.kind) {
      case 'call':
        void answer(data);
        break;
      case 'cancel':
        running.get(data.id)?.abort();
        break;
      case 'ping':
        scope.postMessage({kind: 'alive'});
        break;
    }
  };
  scope.postMessage({kind: 'alive'});
}
