import type {SealedCaptureErrorOptions, ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {
  AnswerMessage,
  Call,
  CallMessage,
} from '../../../src/ports/worker-channel/worker-calls.js';

/** How a worker answers: with a value, with an error, with a crash, or not at all. */
export type Behaviour = Partial<
  Record<string, {value?: unknown; code?: ErrorCode; dies?: boolean; hangs?: boolean}>
>;

/** A fake worker that answers each call as the test sets it. */
export class FakeWorker {
  onmessage?: (event: {data: AnswerMessage}) => void;
  onerror?: (event: {type?: string; preventDefault(): void}) => void;
  onmessageerror?: (event: {preventDefault(): void}) => void;
  readonly calls: Call[] = [];
  pings = 0;
  /** Whether it answers pings. */
  isAwake = true;
  readonly #listeners: (() => void)[] = [];
  isEnded = false;
  readonly #behaviour: Behaviour;

  constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour;
  }

  postMessage(message: CallMessage): void {
    if (message.kind === 'ping') {
      this.pings++;
      queueMicrotask(() => this.isAwake && this.say({kind: 'alive'}));
    }
    if (message.kind !== 'call') return;
    this.calls.push(message);
    queueMicrotask(() => this.#answer(message));
  }

  addEventListener(_type: 'message', onMessage: () => void): void {
    this.#listeners.push(onMessage);
  }

  say(data: AnswerMessage): void {
    for (const onMessage of this.#listeners) onMessage();
    this.onmessage?.({data});
  }

  terminate(): void {
    this.isEnded = true;
  }

  die(): void {
    this.onerror?.({preventDefault: () => undefined});
  }

  #answer({id, name}: Call): void {
    const how = this.#behaviour[name] ?? {};
    if (this.isEnded || how.hangs) return;
    if (how.dies) return this.die();
    const failure: {code: ErrorCode; message: string} & SealedCaptureErrorOptions = {
      code: how.code ?? 'aborted',
      message: '',
    };
    const data: AnswerMessage = how.code
      ? {kind: 'failure', id, failure}
      : {kind: 'result', id, result: how.value};
    this.say(data);
  }
}
