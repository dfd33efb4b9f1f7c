import {nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {Localize} from '../../strings/localize.js';
import {timeOfDay} from '../../strings/time-of-day.js';
import type {ElementFunctions} from './element-functions.js';

/** How long a pause may be before the person is told of it, in milliseconds. */
const LONG_MS = 120_000;

type PauseState =
  | {name: 'none'}
  /** `since`: epoch milliseconds. */
  | {name: 'short'; since: number; timer: ReturnType<typeof setTimeout>}
  | {name: 'long'; since: number};

/** What the warning needs of its element. */
interface PauseActions {
  isPaused: () => boolean;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  functions: Pick<ElementFunctions, 'warning'>;
  /** Replaces the length of a long pause, for tests. */
  longMs?: number;
}

/** Warns of a recording that has been paused for long: the person may have forgotten it. */
export class LongPause implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #actions: PauseActions;
  readonly #say: Localize;
  #state: PauseState = {name: 'none'};

  constructor(host: ReactiveControllerHost, actions: PauseActions, say: Localize) {
    this.#host = host;
    this.#actions = actions;
    this.#say = say;
    host.addController(this);
  }

  hostUpdate() {
    const {isPaused, longMs = LONG_MS} = this.#actions;
    if (!isPaused()) this.#end();
    else if (this.#state.name === 'none') {
      const since = Date.now();
      const timer = setTimeout(() => this.#warn(since), longMs);
      this.#state = {name: 'short', since, timer};
    }
  }

  hostDisconnected() {
    this.#end();
  }

  render() {
    return this.#state.name === 'long'
      ? this.#actions.functions.warning(this.#text(this.#state.since))
      : nothing;
  }

  #warn(since: number) {
    this.#state = {name: 'long', since};
    this.#actions.announce(this.#text(since));
    this.#host.requestUpdate();
  }

  #text(since: number): string {
    return this.#say.term('recordingsPaused', timeOfDay(this.#say.lang(), new Date(since)));
  }

  #end() {
    if (this.#state.name === 'short') clearTimeout(this.#state.timer);
    this.#state = {name: 'none'};
  }
}
