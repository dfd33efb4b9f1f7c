import type {pause} from '../../../../core/wiring/elements/camera-aids.js';
import type {Localize} from '../../../strings/localize.js';
import {withTimer, type Notes, type Taking} from '../picture-notes.js';
import {SelfTimer, type Countdown, type Delay, type TimedPage} from './self-timer.js';
import {ShutterLabel, watchShutter} from './shutter.js';
import type {Voice} from '../voice.js';

type Host = Taking & {renderRoot: ParentNode};

interface Given {
  voice: Voice;
  say: Localize;
  notes: Notes;
  page: TimedPage;
  pause: typeof pause;
  draw: () => void;
}

/** A countdown is announced from this second on. */
const LAST_SECONDS = 3;

/** The user interface of the self-timer. */
export class TimerControl {
  readonly #host: Host;
  readonly #given: Given;
  readonly #timer: SelfTimer;
  readonly #label = new ShutterLabel();
  #track?: MediaStreamTrack;

  constructor(host: Host, given: Given) {
    this.#host = host;
    this.#given = given;
    const actions = {shoot: this.#shoot, onChange: this.#onTimer};
    this.#timer = new SelfTimer(actions, given.page, given.pause);
  }

  get state(): Countdown {
    return this.#timer.state;
  }

  get isCounting(): boolean {
    return this.state.name === 'counting';
  }

  get delay(): Delay {
    return this.#timer.delay;
  }

  readonly setDelay = (delay: Delay) => {
    this.#timer.stop();
    this.#timer.delay = delay;
    this.#given.draw();
  };

  /** Switches to this camera, or to none; a countdown for another one ends. */
  follow(track?: MediaStreamTrack) {
    this.#timer.stop();
    this.#track = track;
  }

  cancel(): boolean {
    return this.#timer.cancel();
  }

  /** Listens for presses of the shutter. */
  watch(frame: HTMLElement, signal: AbortSignal) {
    watchShutter(frame, this.#timer, signal);
  }

  /** Shows during a countdown that the shutter ends it. */
  dress(frame: HTMLElement) {
    const {isCounting} = this;
    frame.toggleAttribute('data-counting', isCounting);
    const shutter = this.#shutter;
    const stop = isCounting ? this.#given.say.term('controlsTimerStop') : undefined;
    if (shutter) this.#label.show(shutter, stop);
  }

  get #shutter() {
    return this.#host.renderRoot.querySelector<HTMLElement>('.shutter');
  }

  readonly #shoot = (delay: Delay) => {
    const shoot = () => this.#shutter?.click();
    if (this.#track) withTimer(this.#given.notes, this.#track, delay, this.#host, shoot);
  };

  readonly #onTimer = (isCancelled: boolean) => {
    const {voice, say, draw} = this.#given;
    const {state, delay} = this;
    if (isCancelled) voice.announce(say.term('controlsTimerCancelled'));
    else if (state.name === 'counting') {
      if (state.left === delay) voice.announce(say.term('controlsTimerStarts', delay));
      else if (state.left <= LAST_SECONDS) voice.announce(String(state.left));
    }
    draw();
  };
}
