type Wish = 'open' | 'retry' | 'retake';

/** What a person wants to do with a photo, for the element that contains the list or the viewer. */
export class PhotoEvent extends Event {
  declare readonly type: Wish;
  readonly captureId: string;

  constructor(type: Wish, captureId: string) {
    super(type);
    this.captureId = captureId;
  }
}
