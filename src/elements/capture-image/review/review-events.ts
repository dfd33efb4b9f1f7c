import type {PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';

/** A photo with its measured quality. */
export interface Measured {
  captureId: string;
  quality: PictureQuality;
}

/** A text that screen readers are to read. */
export class AnnounceEvent extends Event {
  readonly text: string;

  constructor(text: string) {
    super('announce');
    this.text = text;
  }
}

/** The answer about a photo could not be stored. */
export class UnansweredEvent extends Event {
  readonly captureId: string;
  readonly thrown: unknown;

  constructor(captureId: string, thrown: unknown) {
    super('unanswered');
    this.captureId = captureId;
    this.thrown = thrown;
  }
}
