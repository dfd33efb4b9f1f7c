import type {LabelState} from '../../../model/inspection/label-state.js';
import {explanations} from './inspection/explanations.js';
import {verdict} from './inspection/verdict.js';

/** State of one file in the list. */
export type FileState = LabelState | 'failed' | 'cancelled' | 'working' | 'waiting';

/** Shown after their number. */
const countedStates: Record<FileState, string> = {
  valid: 'intact',
  interim: 'known from a closed list',
  untrusted: 'with an unknown signer',
  invalid: 'broken',
  none: 'without a seal',
  unchecked: 'could not be checked',
  failed: 'could not be checked',
  cancelled: 'cancelled',
  working: 'being checked',
  waiting: 'waiting',
};

/**
 * Terms that `<seal-inspector>` loads at once. `verdict.ts` has those of the verdict, `result.ts` those of the details.
 * A value's label has the name of its field in the answer.
 */
export const sealInspector = {
  ...explanations,
  ...verdict,

  dropHere: 'Drop photos or recordings here',
  dropAnother: 'Drop more files',
  dropNow: 'Drop to check',
  orPaste: 'or paste them, or choose them.',
  choose: 'Choose files',
  chooseFolder: 'or a folder',
  fileGoesTo: (host: string) => `Files are sent to ${host} for checking and not kept.`,
  fileStays: 'Files are checked in this browser and sent nowhere.',
  filesLeft: (others: number, isCut: boolean) =>
    (others
      ? `${others} ${others === 1 ? 'file is' : 'files are'} of another kind and left out.`
      : '') + (isCut ? ' There were more than can be checked at once.' : ''),

  filesCount: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  filesIn: (state: FileState, count: number) => `${count} ${countedStates[state]}`,
  /** For example "12 files: 9 intact, 1 broken", from the two terms above. */
  filesSummary: (files: string, states: string) => `${files}: ${states}`,
  checkingFiles: (count: number) => `Checking ${count} files.`,
  filesHeld: 'The service is busy. Checking resumes automatically.',
  waitsForOthers: 'Waiting for the files before it.',
  listMissing: 'The list did not load.',
  cancelled: 'Not checked',
  cancelledHelp: 'Checking was cancelled.',

  sending: (percent: string) => `Sending the file: ${percent}.`,
  readingHere: (percent: string) => `Reading the file in this browser: ${percent}.`,
  checking: 'Checking the seal.',
  cancel: 'Cancel',

  /** Announced, and written into the exported list: two of the terms below. */
  problemSaid: (problem: string, help: string) => `${problem}. ${help}`,
  tryAgain: 'Try again',
  checkHere: 'Check in this browser instead',
  noAccess: 'This page has no access to the service',
  noAccessHelp: 'Log in, or tell the owner of this page.',
  unauthorizedHelp: 'Tell the owner of this page, who can set a valid key.',
  forbiddenHelp: 'Tell the owner of this page: its key is not for inspections.',
  notFoundHelp: 'Tell the owner of this page, who can correct the address.',
  noWorker: 'This browser cannot check it here',
  noWorkerHelp:
    'Try again. If it stays so, the page lacks the programs that checking needs, or does not allow them.',
  noPart: 'A part of this page did not load',
  noPartHelp: 'Check the network, then try again. If it stays so, load the page again.',
  tooLarge: 'The file is too large',
  tooLargeHelp: 'Do not make it smaller: a copy loses the seal. Ask the service for its limit.',
  notMedia: 'Seals are not read from this kind of file',
  notMediaHelp:
    'Choose a photo, video, recording or PDF, such as JPEG, HEIC, TIFF, MP4, MOV, MP3, WAV or FLAC.',
  empty: 'This file is empty',
  emptyHelp: 'Choose another, or fetch it again from where it came from.',
  unreadable: 'The file could not be read',
  unreadableHelp: 'It may have been moved, changed or deleted, or be a folder. Choose it again.',
  misconfigured: 'This page is not set up right',
  misconfiguredHelp: 'Tell the owner of this page.',
  notUnderstood: 'The service does not understand this page',
  notUnderstoodHelp: 'Tell the owner of this page.',
  rateLimited: 'Too many checks at once',
  rateLimitedHelp: (seconds: number) =>
    seconds === 1 ? 'Wait a second, then try again.' : `Wait ${seconds} seconds, then try again.`,
  offline: 'The service cannot be reached',
  offlineHelp: 'Check your connection, then try again.',
  late: 'The service did not answer in time',
  lateHelp: 'Try again; a faster connection may help.',
  busy: 'The service is busy',
  busyHelp: 'Try again in a moment.',
  internal: 'The check itself went wrong',
  internalHelp: 'Tell the owner of this page. Its console says more.',
  badAnswer: "The service's reply was unreadable",
  badAnswerHelp: 'Try again, or tell the owner of this page.',
};
