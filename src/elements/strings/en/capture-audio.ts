import type {Level} from '../../capture-audio/desk/level.js';
import type {Ending} from '../states.js';

const levels: Record<Level | 'muted', string> = {
  good: 'Level good',
  quiet: 'Very quiet',
  loud: 'Too loud',
  muted: 'Microphone muted',
};

const kept = 'What was recorded until then is kept.';

const endings: Record<Ending, string> = {
  stopped: '',
  full: 'Time limit reached.',
  silent: 'Stopped automatically: no sound.',
  'device-lost': `Microphone disconnected. ${kept}`,
  'storage-full': `This browser's storage is full. ${kept}`,
  failed: 'The recording was interrupted. All but its last seconds is kept.',
  closed: `You left the page. ${kept}`,
  recovered: 'Interrupted recording recovered.',
};

/** Terms of `<capture-audio>` only. Keys start with `record`. */
export const captureAudio = {
  recordWaveMissing: 'The waveform did not load. The recording is complete without it.',
  recordPartMissing: 'A part of this page did not load. Your recordings are safe.',
  recordGroup: 'Voice recording',
  recordReady: 'Ready to record',
  recordOff: 'Recording is off',
  recordStopFirst: 'Stop the recording first.',
  recordStart: 'Start recording',
  recordStarting: 'Starting …',
  recordCancel: 'Cancel',
  recordStop: 'Stop recording',
  recordPause: 'Pause',
  recordResume: 'Resume',
  recordPaused: 'Paused',
  recordElapsed: 'Recorded',
  /** `time` has the form of a clock. */
  recordLeft: (time: string) => `${time} left`,
  recordLevel: 'Level',
  recordLevelIs: (level: Level | 'muted') => levels[level],
  recordMicrophone: 'Microphone',
  recordDefault: 'Default microphone',
  /** Why the recording ended; empty if the person stopped it. */
  recordEnded: (end: Ending) => endings[end],
  /** Seconds in the reader's number format. */
  recordMissing: (seconds: string) =>
    `About ${seconds} s of sound is missing: this device was too busy.`,
  recordInclude: 'Add to this form',
  recordMark: 'Bookmark',
  /** `time` has the form of a clock. */
  recordMarked: (time: string) => `Bookmark at ${time}.`,
  recordCaption: 'Caption',
  recordDelete: 'Delete recording',
  recordOthers: (count: number) => `${count} more not sealed yet. Show next`,
  recordAgain: 'New recording',
  recordCannot: 'This page cannot record',
  recordCannotHelp: (code: string) => `A part of it could not be loaded. (${code})`,
  recordOn: 'Recording.',
  recordPausedNow: 'Paused.',
  recordStopped: 'Recording stopped. Sealing.',
  recordStoppedNow: 'Recording stopped.',
  recordStoppedHeld: 'Recording stopped. It is not sealed yet.',
  recordDiscarded: 'Recording discarded.',
  recordNone: 'There is no recording. Try again.',
};
