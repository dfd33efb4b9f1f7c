import type {SkipReason} from '../../../capture-image/shots/shot.js';
import type {Standing} from '../../states.js';
import {sentences} from '../../wording.js';
import {standings} from '../shared.js';

const reasons: Record<SkipReason, string> = {
  absent: 'Not there',
  unreachable: 'Cannot be reached',
  unsafe: 'Not safe',
  forbidden: 'Not allowed',
  other: 'Another reason',
};

const counted = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;

const seals: Record<Standing, string> = {
  ...sentences(standings, 'Taken, '),
  sealed: 'Taken and sealed',
  delivering: 'Sealed, uploading',
  undelivered: 'Sealed, waiting to upload',
  uploaded: 'Sealed and uploaded',
};

const wasSkipped = (reason: SkipReason, words?: string) =>
  `Skipped: ${reason === 'other' && words ? words : reasons[reason].toLowerCase()}`;

/** Terms of `<capture-image>` for the shots of a page. */
export const shots = {
  /** Position in the list. */
  shotOf: (position: number, count: number) => `${position} of ${count}`,
  shotRequired: 'Required',
  shotRetaking: 'Retake',
  /** Cancels a retake: the shot keeps its photo. */
  shotRetakeCancel: 'Cancel',
  shotsOpen: 'Show all shots',
  shotSkip: 'Skip',
  shotTake: 'Take',
  shotRetake: 'Retake',
  /** Announced when another shot is asked for; `note` says that it is required or retaken. */
  shotNext: (position: number, count: number, label: string, hint = '', note = '') =>
    `Shot ${position} of ${count}: ${label}. ${note && `${note}. `}${hint}`.trim(),
  /** Announced before the next shot. */
  shotSkippedNow: (label: string) => `Skipped: ${label}.`,
  shotsDone: (count: number, skipped: number) =>
    skipped > 0
      ? `All ${counted(count, 'shot')} done, ${skipped} skipped`
      : `All ${counted(count, 'shot')} taken`,
  shotsTitle: (done: number, count: number, skipped: number) =>
    `${done} of ${counted(count, 'shot')} done${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  shotsClose: 'Close the list of shots',
  shotToTake: 'To take',
  /** The seal state of the photo that counts. */
  shotSealed: (standing: Standing) => seals[standing],
  shotSkippedFor: wasSkipped,
  shotEarlier: (count: number) => `${counted(count, 'earlier photo')} kept`,
  shotSkipQuestion: 'Why is there no photo?',
  shotSkipReason: (reason: SkipReason) => reasons[reason],
  shotSkipWords: 'Another reason, in your words',
  /** Shown if no reason was given. */
  shotSkipEmpty: 'Choose a reason above, or write one.',
  shotSkipCancel: 'Cancel',
};
