import type {RecordingState} from '../../core/recording/recording-session.js';
import {Announcements} from '../capture/announcements.js';
import {isRefused, microphoneScreen} from './microphone-screen.js';
import type {Ending} from '../strings/states.js';

/** Says to screen readers what has happened to the recording. */
export class RecordingAnnouncements extends Announcements {
  /** The recording goes on, or waits, or its sound has gone; or something stands in its way. */
  changed(state: RecordingState, before: RecordingState) {
    if (isRefused(state)) this.announce(microphoneScreen(state, this.say).heading);
    else if (state.name === 'recording') {
      const wasMuted = before.name === 'recording' && before.muted;
      if (state.muted) this.announce(this.say.term('recordLevelIs', 'muted'));
      else if (wasMuted || before.name !== 'recording') this.announce(this.say.term('recordOn'));
    } else if (state.name === 'paused') this.announce(this.say.term('recordPausedNow'));
    else if (state.name !== 'idle') this.announce('');
    else if (before.name === 'recording' || before.name === 'paused') this.discarded();
    // Why nothing came of it, or what was recovered, was said already.
    else if (before.name !== 'finishing' && before.name !== 'idle') this.announce('');
  }

  discarded() {
    this.announce(this.say.term('recordDiscarded'));
  }

  ended(end: Ending, autoProtect: boolean) {
    const stopped = this.say.term(autoProtect ? 'recordStopped' : 'recordStoppedHeld');
    const why = this.say.term('recordEnded', end);
    this.announce(end === 'recovered' ? why : `${why} ${stopped}`.trim());
  }

  protected override get notMade() {
    return this.say.term('recordNone');
  }
}
