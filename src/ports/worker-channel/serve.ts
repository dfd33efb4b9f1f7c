import {toSealedCaptureError} from '../../model/errors.js';
import {failureOf} from '../../model/job.js';
import type {AnswerMessage, CallMessage, CallName, Handlers} from './worker-calls.js';

/** A worker's own end of the channel. */
export interface WorkerScope {
  onmessage: ((event: MessageEvent<CallMessage>) => void) | null;
  postMessage(message: AnswerMessage, options?: StructuredSerializeOptions): void;
}

/** Answers the page's calls; a cancelled call is aborted, and its late answer dropped by the page. */
export function serve<Calls>(scope: WorkerScope, handlers: Handlers<Calls>): void {
  const running = new Map<number, AbortController>();
  const answer = async (id: number, name: string, params: unknown): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const handle = handlers[name as CallName<Calls>] as (
        params: unknown,
        signal: AbortSignal,
      ) => Promise<unknown>;
      const result = await handle(params, controller.signal);
      const transfer = result instanceof ArrayBuffer ? [result] : [];
      scope.postMessage({kind: 'result', id, result}, {transfer});
    } catch (thrown) {
      const failure = failureOf(toSealedCaptureError(thrown, 'storage_unavailable'));
      scope.postMessage({kind: 'failure', id, failure});
    } finally {
      running.delete(id);
    }
  };
  scope.onmessage = ({data}) => {
    switch (data.kind) {
      case 'call':
        void answer(data.id, data.name, data.params);
        break;
      case 'cancel':
        running.get(data.id)?.abort();
        break;
    }
  };
}
