import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import type {Localize} from '../../strings/localize.js';

/** Milliseconds after the last of several changes, after which they are announced together. */
const TOGETHER_MS = 1000;
/** How often that time passes while the service still seals others. */
const MOST_WAITS = 10;

/** Calls the function when it was quiet for a while; returns what prevents that. */
export type Later = (act: () => void) => () => void;

const later: Later = (act) => {
  const timer = setTimeout(act, TOGETHER_MS);
  return () => {
    clearTimeout(timer);
  };
};

/** What announcements need of the element. */
export interface NewsActions {
  mode: Mode;
  /** Announces a text to screen readers. */
  tell: (text: string) => void;
  /** Announces news that came before what was announced last, which stays valid. */
  tellLate: (text: string) => void;
  /** Replaces the time that passes until several changes are announced together, for tests. */
  later?: Later;
}

/**
 * Announces captures that are sealed, or fail, shortly after one another in one sentence: when the network is back, a person
 * who listens would otherwise hear the same text for each of them.
 */
export class News {
  readonly #host: {readonly protections: readonly CaptureSummary[]};
  readonly #actions: NewsActions;
  readonly #say: Localize;
  /** The text for each capture alone, by id. */
  readonly #sealed = new Map<string, string>();
  readonly #failed = new Map<string, string>();
  #cancel?: () => void;

  constructor(
    host: {readonly protections: readonly CaptureSummary[]},
    actions: NewsActions,
    say: Localize,
  ) {
    this.#host = host;
    this.#actions = actions;
    this.#say = say;
  }

  /** `text` announces this capture alone. */
  sealed(captureId: string, text: string) {
    this.#failed.delete(captureId);
    this.#sealed.set(captureId, text);
    this.#tellSoon();
  }

  /** `text` announces this capture alone, which is stored: the text for several does not warn of closing the page. */
  failed(captureId: string, text: string) {
    this.#failed.set(captureId, text);
    this.#tellSoon();
  }

  /** Returns the text after the news that waits to be announced: later, that would seem to be the state of now. */
  before(text: string): string {
    return `${this.#take()} ${text}`.trim();
  }

  #take(): string {
    const {mode} = this.#actions;
    const [failed = '', ...moreFailed] = this.#failed.values();
    const [sealed = '', ...moreSealed] = this.#sealed.values();
    this.clear();
    const texts = [
      moreFailed.length > 0
        ? `${this.#say.term('failureCount', moreFailed.length + 1, mode)}.`
        : failed,
      moreSealed.length > 0
        ? this.#say.term('captureSealedTogether', moreSealed.length + 1, mode)
        : sealed,
    ];
    return texts.join(' ').trim();
  }

  clear() {
    this.#cancel?.();
    this.#sealed.clear();
    this.#failed.clear();
  }

  /**
   * Announces the news at once if no other capture may follow soon, and otherwise when none has followed for a while and
   * none is being sealed.
   */
  #tellSoon(waits = 0) {
    const others = this.#host.protections.filter(
      ({captureId, progress: {name}}) =>
        !/^(held|deliver)/.test(name) &&
        !this.#sealed.has(captureId) &&
        !this.#failed.has(captureId),
    );
    const isSealing = others.some(({progress}) => progress.name === 'sealing');
    const mayWait = waits === 0 || (isSealing && waits < MOST_WAITS);
    this.#cancel?.();
    if (others.length === 0 || !mayWait) this.#actions.tellLate(this.#take());
    else this.#cancel = (this.#actions.later ?? later)(() => this.#tellSoon(waits + 1));
  }
}
