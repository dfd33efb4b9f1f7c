type Wish = 'play' | 'save' | 'remove';

/** What a person wants to do with a recording, for the element that contains the list. */
export class RecordingEvent extends Event {
  declare readonly type: Wish;
  readonly captureId: string;

  constructor(type: Wish, captureId: string) {
    super(type);
    this.captureId = captureId;
  }
}
