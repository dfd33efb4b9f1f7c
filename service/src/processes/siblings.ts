import cluster from 'node:cluster';

/** Environment variables that tell a worker process the number of processes, and its own. */
export const SIBLINGS = 'SEALED_CAPTURE_SIBLINGS';
export const PROCESS_NUMBER = 'SEALED_CAPTURE_PROCESS_NUMBER';

/** Milliseconds that the other processes may take to answer. */
const ANSWER_MS = 1_000;

/** What a process can be asked for. */
export type Topic = 'metrics' | 'log-level';

export interface Answer {
  /** Number of the process, from 1; a replacement has the same number. */
  process: number;
  /** A JSON value. */
  answer: unknown;
}

/** Messages of a process, which the primary relays. */
export type ToPrimary =
  | {name: 'ask'; id: number; topic: Topic; value: unknown}
  | {name: 'answer'; id: number; to: number; answer: unknown};
export type ToProcess =
  | {name: 'ask'; id: number; from: number; topic: Topic; value: unknown}
  /** The processes that were asked; comes before their answers. */
  | {name: 'asked'; id: number; processes: number[]}
  | {name: 'answer'; id: number; from: number; answer: unknown}
  | {name: 'left'; from: number};

/** True in a process that the primary has started as one of several. */
export const isOneOfSeveral = (): boolean =>
  cluster.isWorker && process.env[SIBLINGS] !== undefined;

/** A question to the other processes. */
interface Question {
  answers: Answer[];
  /** The processes that have not answered. Unknown until the primary has passed the question on. */
  missing?: Set<number>;
  end: () => void;
}

/** The processes that share the work of the service, including this one. */
export class Siblings {
  readonly #number: number;
  readonly #send: ((message: ToPrimary) => void) | undefined;
  readonly #limit: number;
  readonly #answers = new Map<Topic, (value: unknown) => Promise<unknown>>();
  readonly #questions = new Map<number, Question>();
  #lastId = 0;

  /**
   * @param send sends to the primary; undefined if there is no other process
   * @param limit milliseconds that the others may take to answer
   */
  constructor(number = 1, send?: (message: ToPrimary) => void, limit = ANSWER_MS) {
    this.#number = number;
    this.#send = send;
    this.#limit = limit;
  }

  /** Those of this process, which has to close them. */
  static ofThisProcess(): Siblings {
    if (!isOneOfSeveral()) return new Siblings();
    const siblings = new Siblings(Number(process.env[PROCESS_NUMBER]), (message) => {
      // Errors are ignored, because the primary may be ending.
      if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
    });
    process.on('message', siblings.take);
    return siblings;
  }

  close(): void {
    process.off('message', this.take);
  }

  /** Sets how this process answers a topic. */
  answer(topic: Topic, answer: (value: unknown) => Promise<unknown>): void {
    this.#answers.set(topic, answer);
  }

  /** Asks all processes. Resolves to the answers that arrive in time, this process's first. */
  async ask(topic: Topic, value?: unknown): Promise<Answer[]> {
    const own = this.#answers.get(topic)?.(value);
    const others = this.#askOthers(topic, value);
    return [{process: this.#number, answer: await own}, ...(await others)];
  }

  /** Takes a message of the primary. */
  readonly take = (message: ToProcess): void => {
    switch (message.name) {
      case 'ask': {
        const {id, from, topic, value} = message;
        // A process that fails gives no answer.
        this.#answers
          .get(topic)?.(value)
          .then((answer) => this.#send?.({name: 'answer', id, to: from, answer}))
          .catch(() => undefined);
        return;
      }
      case 'asked': {
        const question = this.#questions.get(message.id);
        if (!question) return;
        question.missing = new Set(message.processes);
        if (question.missing.size === 0) question.end();
        return;
      }
      case 'answer': {
        const {id, from, answer} = message;
        this.#questions.get(id)?.answers.push({process: from, answer});
        this.#miss(id, from);
        return;
      }
      case 'left':
        for (const id of this.#questions.keys()) this.#miss(id, message.from);
    }
  };

  #askOthers(topic: Topic, value: unknown): Promise<Answer[]> {
    const send = this.#send;
    if (!send) return Promise.resolve([]);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const answers: Answer[] = [];
      const end = () => {
        clearTimeout(timer);
        this.#questions.delete(id);
        resolve(answers);
      };
      const timer = setTimeout(end, this.#limit);
      this.#questions.set(id, {answers, end});
      send({name: 'ask', id, topic, value});
    });
  }

  /** No longer waits for a process, which has answered or ended. */
  #miss(id: number, from: number): void {
    const question = this.#questions.get(id);
    if (question?.missing?.delete(from) && question.missing.size === 0) question.end();
  }
}
