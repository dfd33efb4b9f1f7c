import type {ReactiveControllerHost} from 'lit';
import {Sighting, type Sight} from '../capture/sight.js';
import {VisibilityChangeEvent} from '../events.js';

type Host = ReactiveControllerHost & HTMLElement & {renderRoot: ParentNode};

/** Tells the page when a recording goes on although nobody sees its element, and when it does so no longer. */
export class UnseenRecording {
  readonly #host: Host;
  readonly #isRecording: () => boolean;
  readonly #sighting: Sighting;
  #isUnseen = false;

  /** `onSeen` is called when a person sees the element. */
  constructor(host: Host, isRecording: () => boolean, onSeen: () => void) {
    this.#host = host;
    this.#isRecording = isRecording;
    this.#sighting = new Sighting(host, (sight) => {
      if (sight === 'seen') onSeen();
      this.look(sight);
    });
  }

  /** To be called when a recording has begun or ended, or when the element was moved. */
  look(sight: Sight = this.#sighting.look()) {
    const isUnseen = this.#isRecording() && sight !== 'seen';
    if (isUnseen === this.#isUnseen) return;
    this.#isUnseen = isUnseen;
    this.#host.dispatchEvent(new VisibilityChangeEvent({mode: 'audio', visible: !isUnseen}));
  }
}
