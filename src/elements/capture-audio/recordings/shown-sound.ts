import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {Protection} from '../../../core/queue/queue-client.js';
import type {filePeaks} from '../../../core/wiring/elements/file-peaks.js';
import {PEAKS_PER_SECOND} from '@sealed-capture/seal/model/media-type.js';
import type {FinishedRecordings} from '../finished-recordings.js';
import type {Recorded} from '../outcome.js';

interface Sources {
  finished: FinishedRecordings;
  connection: () => Pick<Protection, 'metadata'>;
  peaks: typeof filePeaks;
}

/** Reads waveform and bookmarks of the shown recording from its file, unless they are known because it was made just now. */
export class ShownSound implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #sources: Sources;
  /** The recording that is shown, and read if necessary. */
  #blob?: Blob;
  #reading?: AbortController;
  /** Recordings of whose waveform only the beginning is known. */
  readonly #partial = new WeakSet<Blob>();

  constructor(host: ReactiveControllerHost, sources: Sources) {
    this.#host = host;
    this.#sources = sources;
    host.addController(this);
  }

  hostUpdated() {
    const {shown} = this.#sources.finished;
    const blob = shown?.detail.blob;
    if (blob === this.#blob) return;
    this.#reading?.abort();
    this.#blob = blob;
    if (!shown || !blob) return;
    const {signal} = (this.#reading = new AbortController());
    if (!shown.bookmarks) void this.#mark(shown, signal);
    if (shown.peaks.length === 0 || this.#partial.has(blob)) void this.#draw(shown, signal);
  }

  hostDisconnected() {
    this.#reading?.abort();
    this.#blob = undefined;
  }

  async #mark({detail: {captureId}}: Recorded, signal: AbortSignal) {
    const {microphone} = await this.#sources
      .connection()
      .metadata(captureId)
      // The recording is not known any more.
      .catch(() => ({microphone: undefined}));
    if (!microphone || !('bookmarks' in microphone) || signal.aborted) return;
    const {bookmarks, bookmarkNames} = microphone;
    this.#add(captureId, {bookmarks, bookmarkNames});
  }

  /** Draws more of the waveform with each piece of the file. The rest is silence until it is read. */
  async #draw({detail: {captureId, blob, duration = 0}}: Recorded, signal: AbortSignal) {
    this.#partial.add(blob);
    let all = new Float32Array(Math.ceil(duration * PEAKS_PER_SECOND));
    let length = 0;
    try {
      for await (const peaks of this.#sources.peaks(blob, signal)) {
        const more = new Float32Array(Math.max(all.length, length + peaks.length));
        more.set(all);
        more.set(peaks, length);
        all = more;
        length += peaks.length;
        this.#add(captureId, {peaks: all});
      }
      this.#partial.delete(blob);
    } catch {
      // Another one is shown, or the browser cannot decode it: it can be played without a waveform.
    }
  }

  #add(captureId: string, more: Partial<Recorded>) {
    const {finished} = this.#sources;
    const recorded = finished.of(captureId);
    if (recorded) finished.keep({...recorded, ...more});
    this.#host.requestUpdate();
  }
}
