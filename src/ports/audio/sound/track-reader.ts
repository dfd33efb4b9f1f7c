import {failureAs} from '@sealed-capture/seal/model/errors.js';
import type {
  ReaderAnswer,
  RelayRequest,
  TrackPiece,
  TrackRequest,
  TrackSound,
} from '../mp3/messages.js';
import {SoundRelay} from './sound-relay.js';

/** A worker's own end of the channel. */
export interface TrackScope {
  onmessage: ((event: MessageEvent<TrackRequest>) => void) | null;
  postMessage(answer: ReaderAnswer): void;
}

/** Milliseconds without sound after which silence is recorded. */
const PATIENCE = 2_000;
/** Milliseconds between two checks, and of each piece of silence. */
const CHECK = 100;
/** Milliseconds after which a piece was not ready, but had to be waited for: nothing older is unread. */
const WAITED = 2;

/** Reads a track's sound in a worker, as the microphone delivers it. */
export function serveTrack(scope: TrackScope): void {
  let reading: TrackReading | undefined;
  const post = (answer: ReaderAnswer): void => scope.postMessage(answer);
  scope.onmessage = ({data}) => {
    if (data.kind === 'read') reading = new TrackReading(data, post);
    else reading?.onRequest(data);
  };
  post({kind: 'loaded'});
}

class TrackReading {
  readonly #track: TrackSound;
  readonly #reader: ReadableStreamDefaultReader<TrackPiece>;
  readonly #relay: SoundRelay;
  readonly #checks: ReturnType<typeof setInterval>;
  #state: 'reading' | 'ended' = 'reading';
  /** When the end of a pause was asked for. It ends once a piece had to be waited for since. */
  #resumeSince?: number;
  /** Frames from the start. */
  #position = 0;
  #heardAt = performance.now();
  #checkedAt = this.#heardAt;
  /** Everything before is taken. */
  #takenUntil = this.#heardAt;

  constructor(track: TrackSound, post: (answer: ReaderAnswer) => void) {
    this.#track = track;
    this.#reader = track.sound.getReader();
    this.#relay = new SoundRelay(track.sampleRate, track.options, post);
    this.#checks = setInterval(() => this.#check(), CHECK);
    this.#read()
      .catch((thrown) => {
        const {message} = failureAs('encoding_failed', thrown);
        post({kind: 'failed', message});
      })
      .finally(() => this.#end());
  }

  onRequest(request: RelayRequest): void {
    this.#goOn();
    // A worker that lags behind has sound of the pause to read.
    if (request.kind === 'resume' && this.#state === 'reading')
      this.#resumeSince = performance.now();
    else this.#relay.onRequest(request);
    if (request.kind === 'stop') this.#end();
  }

  /** Ends with the track or with the recording. */
  async #read(): Promise<void> {
    const {sampleRate, options} = this.#track;
    for (;;) {
      const askedAt = performance.now();
      const {value, done} = await this.#reader.read();
      if (done) return;
      this.#heardAt = this.#takenUntil = performance.now();
      try {
        if (value.sampleRate !== sampleRate) {
          throw new Error(`The microphone’s sample rate is now ${value.sampleRate} Hz.`);
        }
        this.#take(channelsOf(value, options.channels), value.numberOfFrames);
      } finally {
        value.close();
      }
      const isNewest = this.#heardAt - askedAt >= WAITED;
      if (isNewest && askedAt >= (this.#resumeSince ?? Infinity)) this.#goOn();
    }
  }

  #take(piece: readonly Float32Array[], length: number): void {
    this.#relay.take(piece, length, this.#position);
    this.#position += length;
  }

  #goOn(): void {
    if (this.#resumeSince === undefined) return;
    this.#resumeSince = undefined;
    this.#relay.onRequest({kind: 'resume'});
  }

  #check(): void {
    const now = performance.now();
    const isOnTime = now - this.#checkedAt < 2 * CHECK;
    this.#checkedAt = now;
    // After this worker was asleep, sound may wait to be read.
    if (!isOnTime) this.#heardAt = this.#takenUntil = now;
    const quiet = now - this.#heardAt;
    if (quiet >= CHECK) this.#goOn();
    // A muted track may deliver nothing. Silence is taken then, so that later sound keeps its time.
    if (quiet < PATIENCE) return;
    for (; this.#takenUntil + CHECK <= now; this.#takenUntil += CHECK) {
      this.#take([], (CHECK / 1_000) * this.#track.sampleRate);
    }
  }

  #end(): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    clearInterval(this.#checks);
    this.#goOn();
    // Rejects if the track has failed, which was reported.
    void this.#reader.cancel().catch(() => undefined);
  }
}

/** The channels to record; their mean if fewer are wanted. */
function channelsOf(data: TrackPiece, wanted: number): Float32Array[] {
  const channels = Array.from({length: data.numberOfChannels}, (_, planeIndex) => {
    const samples = new Float32Array(data.numberOfFrames);
    data.copyTo(samples, {planeIndex, format: 'f32-planar'});
    return samples;
  });
  const [sum, ...others] = channels;
  if (!sum || wanted > 1) return channels;
  for (const other of others) other.forEach((sample, at) => (sum[at] = (sum[at] ?? 0) + sample));
  return [others.length > 0 ? sum.map((sample) => sample / channels.length) : sum];
}
