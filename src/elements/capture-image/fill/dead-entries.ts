import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {isRecord} from '@sealed-capture/seal/model/json/record.js';
import type {Fill} from './fill.js';

/** As in history-entries.ts, which is loaded only when it is needed. */
const MARK = 'sealedCaptureFill';

/**
 * Goes back when a person goes forward to an entry of the history that the whole screen has left, also before a reload. It
 * would look like the one before, and the back button would need one more press.
 */
export class DeadEntries implements ReactiveController {
  readonly #load: () => Promise<{Fill: Pick<typeof Fill, 'leaveDead'>}>;

  constructor(host: ReactiveControllerHost, load: () => Promise<{Fill: typeof Fill}>) {
    this.#load = load;
    host.addController(this);
  }

  hostConnected() {
    addEventListener('popstate', this.#onPopState);
  }

  hostDisconnected() {
    removeEventListener('popstate', this.#onPopState);
  }

  readonly #onPopState = ({state}: PopStateEvent) => {
    if (isRecord(state) && MARK in state) void this.#leave();
  };

  async #leave() {
    try {
      const {Fill} = await this.#load();
      Fill.leaveDead();
    } catch {
      // Without the part, the entry stays, and does nothing.
    }
  }
}
