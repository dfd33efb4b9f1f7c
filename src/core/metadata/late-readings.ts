import type {CaptureContents} from './capture-contents.js';
import type {DraftContents, MetadataReadings, OwnSection} from './metadata-readings.js';

const NONE = {unavailableReason: 'not_available'} as const;

/** The functions that provide a capture's metadata. */
export type CaptureReadings = Pick<MetadataReadings, 'collect' | 'askAgain' | 'contents' | 'draft'>;

/**
 * Readings whose code is loaded after the page's own. The sections of a capture that is made before then have no
 * values.
 */
export class LateReadings implements CaptureReadings {
  readonly #loading: Promise<CaptureReadings>;
  #readings?: CaptureReadings;
  #isAsked = false;

  constructor(loading: Promise<CaptureReadings>) {
    this.#loading = loading.then((readings) => {
      if (this.#isAsked) readings.askAgain();
      return (this.#readings = readings);
    });
  }

  collect(signal: AbortSignal, onChange: () => void): void {
    if (this.#readings) return this.#readings.collect(signal, onChange);
    void this.#loading.then((readings) => {
      if (!signal.aborted) readings.collect(signal, onChange);
    });
  }

  askAgain(): void {
    this.#isAsked = true;
    this.#readings?.askAgain();
  }

  contents(own: OwnSection): CaptureContents {
    const none = {
      gps: NONE,
      atmospheric: NONE,
      magnetometer: NONE,
      orientation: NONE,
      acceleration: NONE,
      gravity: NONE,
      rotationRate: NONE,
      network: NONE,
      device: NONE,
    };
    return this.#readings?.contents(own) ?? {metadata: {...none, ...own}, ages: {}};
  }

  draft(own: OwnSection): DraftContents {
    return this.#readings?.draft(own) ?? this.contents(own);
  }
}
