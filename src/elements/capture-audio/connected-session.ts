import type {ReactiveControllerHost} from 'lit';
import {
  notRecording,
  type RecordingOptions,
  type RecordingSession,
  type RecordingState,
} from '../../core/recording/recording-session.js';
import type {PermissionStatus} from '@sealed-capture/seal/model/protection-config.js';

/** The last state and permission of the session. */
export interface Stand {
  state: RecordingState;
  permissionStatus: PermissionStatus;
}

const away: Stand = {state: {name: 'idle'}, permissionStatus: 'unknown'};

/** The microphone session of an element while that is in the document. */
export class ConnectedSession {
  readonly #host: ReactiveControllerHost;
  readonly #onChange: (before: Stand) => void;
  #stand = away;
  #session?: RecordingSession;
  #lifetime?: AbortController;

  /** `onChange` is called when state or permission have changed while the element is in the document. */
  constructor(host: ReactiveControllerHost, onChange: (before: Stand) => void) {
    this.#host = host;
    this.#onChange = onChange;
  }

  get stand(): Stand {
    return this.#stand;
  }

  get session(): RecordingSession | undefined {
    return this.#session;
  }

  /** The session; throws `not_capturing` without one. */
  get open(): RecordingSession {
    if (this.#session) return this.#session;
    throw notRecording();
  }

  /** True while it records or pauses. */
  get isRecording(): boolean {
    return 'includes' in this.#stand.state;
  }

  /** True from the press of the button until the recording is there. */
  get isMaking(): boolean {
    const {name} = this.#stand.state;
    return this.isRecording || name === 'pending' || name === 'finishing';
  }

  connect(session: RecordingSession) {
    this.#session = session;
    this.#lifetime = new AbortController();
    const hear = () => {
      const before = this.#stand;
      const {state, permissionStatus} = session;
      this.#stand = {state, permissionStatus};
      this.#onChange(before);
      this.#host.requestUpdate();
    };
    session.addEventListener('change', hear, this.#lifetime);
    session.addEventListener('progress', () => this.#host.requestUpdate(), this.#lifetime);
    // A page in the back/forward cache is frozen: the recording is stored before, and the rest happens on its
    // return.
    const onPage = ({type, persisted}: PageTransitionEvent) => {
      if (!persisted) return;
      if (type === 'pagehide') session.close();
      else void session.checkAccess();
    };
    addEventListener('pagehide', onPage, this.#lifetime);
    addEventListener('pageshow', onPage, this.#lifetime);
    void session.checkAccess();
  }

  /** Loads what records, unless nothing can be recorded, or something is. */
  loadEarly(encoder?: RecordingOptions['encoder']) {
    if (this.#stand.state.name === 'idle') this.#session?.loadEarly?.(encoder);
  }

  /** Ends the recording, which is stored. */
  disconnect() {
    this.#lifetime?.abort();
    this.#session?.close();
    this.#session = undefined;
    this.#stand = away;
    this.#host.requestUpdate();
  }
}
