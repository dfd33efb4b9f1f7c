import type {SkipReason} from './shot.js';

/** The person wants to take this shot next. */
export class ChooseShotEvent extends Event {
  readonly shotId: string;

  constructor(shotId: string) {
    super('choose');
    this.shotId = shotId;
  }
}

/** The person skips this shot, and says why. */
export class SkipShotEvent extends Event {
  readonly shotId: string;
  readonly reason: SkipReason;
  /** The person's own words, with the reason `other`. */
  readonly words?: string;

  constructor(shotId: string, reason: SkipReason, words?: string) {
    super('skip');
    this.shotId = shotId;
    this.reason = reason;
    this.words = words;
  }
}
