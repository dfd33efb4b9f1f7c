import type {ToPrimary, ToProcess} from './siblings.js';

type Send = (message: ToProcess) => void;

/** The primary's part: passes messages on between the processes that listen. */
export class Relay {
  readonly #processes = new Map<number, Send>();

  /**
   * Adds a process that listens.
   * @returns a handler for its messages, and a function to call when it has ended
   */
  join(from: number, send: Send): {onMessage: (message: ToPrimary) => void; leave: () => void} {
    this.#processes.set(from, send);
    return {
      onMessage: (message) => {
        if (message.name === 'answer') {
          const {id, to, answer} = message;
          this.#processes.get(to)?.({name: 'answer', id, from, answer});
          return;
        }
        const others = [...this.#processes].filter(([number]) => number !== from);
        send({name: 'asked', id: message.id, processes: others.map(([number]) => number)});
        for (const [, sendTo] of others) sendTo({...message, from});
      },
      leave: () => {
        this.#processes.delete(from);
        for (const sendTo of this.#processes.values()) sendTo({name: 'left', from});
      },
    };
  }
}
