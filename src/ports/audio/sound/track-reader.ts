import type {TrackPiece, TrackRequest, TrackSound, WorkletAnswer} from '../mp3/messages.js';
import {SoundRelay} from './sound-relay.js';

/** A worker's own end of the channel. */
export interface TrackScope {
  onmessage: ((event: MessageEvent<TrackRequest>) => void) | null;
  postMessage(answer: WorkletAnswer): void;
  reportError(error: unknown): void;
}

/** Milliseconds without sound after which silence is recorded. */
const PATIENCE = 1_000;
/** Milliseconds between two checks for silence, and of each of its pieces. */
const CHECK = 100;

/** Reads a track's sound in a worker, as the microphone delivers it. */
export function serveTrack(scope: TrackScope): void {
  const recording = new AbortController();
  let relay: SoundRelay | undefined;
  scope.onmessage = ({data}) => {
    if (data.kind === 'read') {
      const tell = (answer: WorkletAnswer): void => scope.postMessage(answer);
      relay = new SoundRelay(data.sampleRate, data.options, tell);
      // Unlike a rejection, a reported error reaches the page.
      read(data, relay, recording.signal).catch((error) => scope.reportError(error));
      return;
    }
    relay?.onRequest(data);
    if (data.kind === 'stop') recording.abort();
  };
}

/** Ends with the track, or when the signal is aborted. */
async function read(
  {sound, sampleRate, options}: TrackSound,
  relay: SoundRelay,
  signal: AbortSignal,
): Promise<void> {
  let position = 0;
  const take = (piece: Float32Array[], length: number): void => {
    relay.take(piece, length, position);
    position += length;
  };

  let heardAt = performance.now();
  let checkedAt = heardAt;
  /** Everything before is taken. */
  let takenUntil = heardAt;
  // A muted track may deliver nothing. Silence is taken then, so that later sound keeps its time.
  const checks = setInterval(() => {
    const now = performance.now();
    // After this worker was asleep, sound waits to be read.
    if (now - checkedAt >= PATIENCE) heardAt = takenUntil = now;
    checkedAt = now;
    if (now - heardAt < PATIENCE) return;
    for (; takenUntil + CHECK <= now; takenUntil += CHECK) take([], (CHECK / 1_000) * sampleRate);
  }, CHECK);

  const reader = sound.getReader();
  // Rejects if the track has failed, which was reported.
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
  try {
    for (;;) {
      const {value, done} = await reader.read();
      if (done) return;
      heardAt = takenUntil = performance.now();
      if (value.sampleRate !== sampleRate)
        throw new Error(`The rate is now ${value.sampleRate} Hz.`);
      take(channelsOf(value, options.channels), value.numberOfFrames);
      value.close();
    }
  } finally {
    clearInterval(checks);
  }
}

/** The channels to record; their mean if fewer are wanted. */
function channelsOf(data: TrackPiece, wanted: number): Float32Array[] {
  const channels = Array.from({length: data.numberOfChannels}, (_, planeIndex) => {
    const samples = new Float32Array(data.numberOfFrames);
    data.copyTo(samples, {planeIndex, format: 'f32-planar'});
    return samples;
  });
  const [first, ...others] = channels;
  if (!first || wanted > 1 || others.length === 0) return channels;
  return [first.map((sample, at) => mean(sample, others, at))];
}

const mean = (sample: number, others: readonly Float32Array[], at: number): number =>
  others.reduce((sum, samples) => sum + (samples[at] ?? 0), sample) / (others.length + 1);
