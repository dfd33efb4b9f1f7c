import cluster from 'node:cluster';

/** Environment variables that tell a worker process the number of processes, and its own. */
export const SIBLINGS = 'SEALED_CAPTURE_SIBLINGS';
export const PROCESS_NUMBER = 'SEALED_CAPTURE_PROCESS_NUMBER';

/** Milliseconds that the other processes may take, and then the primary to forward their answers. */
const ANSWER_MS = 1_000;
const PRIMARY_MS = 2_000;

/** What a process can be asked for. */
export type Topic = 'metrics' | 'log-level';

export interface Answer {
  /** Number of the process, from 1; a replacement has the same number. */
  process: number;
  /** A JSON value. */
  answer: unknown;
}

/** Messages between a process and the primary. */
type ToPrimary =
  | {name: 'ask'; id: number; topic: Topic; value: unknown}
  | {name: 'answer'; id: number; answer: unknown};
type ToProcess =
  | {name: 'asked'; id: number; topic: Topic; value: unknown}
  | {name: 'answers'; id: number; answers: Answer[]};

/** True in a process that the primary has started as one of several. */
export const isOneOfSeveral = (): boolean =>
  cluster.isWorker && process.env[SIBLINGS] !== undefined;

/** The processes that share the work of the service, including this one. */
export class Siblings {
  readonly #answers = new Map<Topic, (value: unknown) => Promise<unknown>>();
  readonly #asked = new Map<number, (answers: Answer[]) => void>();
  readonly #process = Number(process.env[PROCESS_NUMBER] ?? 1);
  #lastId = 0;

  constructor() {
    if (isOneOfSeveral()) process.on('message', this.#onMessage);
  }

  /** Sets how this process answers a topic. */
  answer(topic: Topic, answer: (value: unknown) => Promise<unknown>): void {
    this.#answers.set(topic, answer);
  }

  /** Asks all processes. Resolves to the answers that arrive in time, this process's first. */
  async ask(topic: Topic, value?: unknown): Promise<Answer[]> {
    const own = this.#answers.get(topic)?.(value);
    const others = isOneOfSeveral() ? this.#askOthers(topic, value) : [];
    return [{process: this.#process, answer: await own}, ...(await others)];
  }

  close(): void {
    process.off('message', this.#onMessage);
  }

  #askOthers(topic: Topic, value: unknown): Promise<Answer[]> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const timer = setTimeout(() => end([]), PRIMARY_MS);
      const end = (answers: Answer[]) => {
        clearTimeout(timer);
        this.#asked.delete(id);
        resolve(answers);
      };
      this.#asked.set(id, end);
      send({name: 'ask', id, topic, value});
    });
  }

  readonly #onMessage = (message: ToProcess): void => {
    if (message.name === 'answers') {
      this.#asked.get(message.id)?.(message.answers);
    } else if (message.name === 'asked') {
      // A process that fails gives no answer.
      this.#answers
        .get(message.topic)?.(message.value)
        .then((answer) => send({name: 'answer', id: message.id, answer}))
        .catch(() => undefined);
    }
  };
}

/** Sends a message; ignores errors, because the primary may be ending. */
const send = (message: ToPrimary): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

/** A process, as the primary exchanges messages with it. */
interface Sibling {
  number: number;
  send: (message: ToProcess) => void;
}

/** The primary's part: forwards questions to the other processes, and their answers back. */
export class Switchboard {
  readonly #siblings = new Set<Sibling>();
  readonly #waiting = new Map<
    number,
    {missing: Set<Sibling>; answers: Answer[]; end: () => void}
  >();
  readonly #limit: number;
  #lastId = 0;

  /** @param limit milliseconds that the processes may take to answer */
  constructor(limit = ANSWER_MS) {
    this.#limit = limit;
  }

  /**
   * Adds a process that listens.
   * @returns a handler for its messages, and a function to call when it has ended
   */
  join(sibling: Sibling): {onMessage: (message: ToPrimary) => void; leave: () => void} {
    this.#siblings.add(sibling);
    return {
      onMessage: (message) => {
        if (message.name === 'ask') this.#ask(sibling, message);
        if (message.name === 'answer') this.#take(sibling, message.id, [message.answer]);
      },
      leave: () => {
        this.#siblings.delete(sibling);
        for (const id of this.#waiting.keys()) this.#take(sibling, id, []);
      },
    };
  }

  #ask(asker: Sibling, {id, topic, value}: ToPrimary & {name: 'ask'}): void {
    const own = ++this.#lastId;
    const missing = new Set(this.#siblings);
    missing.delete(asker);
    const answers: Answer[] = [];
    const end = () => {
      clearTimeout(timer);
      this.#waiting.delete(own);
      asker.send({name: 'answers', id, answers});
    };
    const timer = setTimeout(end, this.#limit);
    this.#waiting.set(own, {missing, answers, end});
    for (const one of missing) one.send({name: 'asked', id: own, topic, value});
    if (missing.size === 0) end();
  }

  #take(sibling: Sibling, id: number, given: unknown[]): void {
    const waiting = this.#waiting.get(id);
    if (!waiting?.missing.delete(sibling)) return;
    for (const answer of given) waiting.answers.push({process: sibling.number, answer});
    if (waiting.missing.size === 0) waiting.end();
  }
}
