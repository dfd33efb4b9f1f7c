import type {ReactiveControllerHost} from 'lit';
import type {RecordingSession, RecordingState} from '../../core/recording/recording-session.js';
import type {PermissionStatus} from '../../model/protection-config.js';

/** What the session said last. */
export interface Stand {
  state: RecordingState;
  permissionStatus: PermissionStatus;
}

const away: Stand = {state: {name: 'idle'}, permissionStatus: 'unknown'};

/** The microphone of an element while that is in the page. */
export class ConnectedSession {
  readonly #host: ReactiveControllerHost;
  readonly #onChange: (before: Stand) => void;
  #stand = away;
  #session?: RecordingSession;
  #lifetime?: AbortController;

  /** `onChange` is called when state or permission have changed while the element is in the page. */
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
    // A page that the browser sets aside stands still: what was recorded is kept before, the rest on its return.
    const onPage = ({type, persisted}: PageTransitionEvent) => {
      if (!persisted) return;
      if (type === 'pagehide') session.close();
      else void session.look();
    };
    addEventListener('pagehide', onPage, this.#lifetime);
    addEventListener('pageshow', onPage, this.#lifetime);
    void session.look();
  }

  /** Ends what is being recorded, which is kept. */
  disconnect() {
    this.#lifetime?.abort();
    this.#session?.close();
    this.#session = undefined;
    this.#stand = away;
    this.#host.requestUpdate();
  }
}
