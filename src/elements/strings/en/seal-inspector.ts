import type {LabelState} from '../../../model/label-state.js';

const headings: Record<LabelState, string> = {
  valid: 'Seal intact.',
  untrusted: 'Intact, but the signer is not known here.',
  invalid: 'Seal broken.',
  none: 'No seal.',
};

const reasons: Record<string, string> = {
  permission_denied: 'The person did not allow it.',
  permission_not_requested: 'Nobody was asked for it.',
  not_supported: 'This device or browser cannot measure it.',
  not_available: 'The sensor gave no value.',
  timeout: 'The sensor did not answer in time.',
  insecure_context: 'The page was not secure (https).',
  policy_blocked: 'The page was not allowed to ask.',
  disabled: 'It was switched off.',
  error: 'The sensor failed.',
};

/** Of one file in the list. */
export type FileState = LabelState | 'failed' | 'cancelled' | 'working' | 'waiting';

const fileStates: Record<FileState, string> = {
  valid: 'Intact',
  untrusted: 'Signer not known',
  invalid: 'Broken',
  none: 'No seal',
  failed: 'Could not be checked',
  cancelled: 'Cancelled',
  working: 'Checking',
  waiting: 'Waiting',
};

/** After their number. */
const countedStates: Record<FileState, string> = {
  valid: 'intact',
  untrusted: 'of an unknown signer',
  invalid: 'broken',
  none: 'without a seal',
  failed: 'could not be checked',
  cancelled: 'cancelled',
  working: 'being checked',
  waiting: 'waiting',
};

const byAndOn = (name?: string, time?: string): string =>
  (name ? ` by ${name}` : '') + (time ? ` on ${time}` : '');

/**
 * What `<seal-inspector>` says. A value's label has the name of its field in the answer; `name` in a sentence is
 * the signer's.
 */
export const sealInspector = {
  dropHere: 'Drop photos or recordings here',
  dropAnother: 'Drop more files',
  dropNow: 'Let go to check',
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
  fileState: (state: FileState) => fileStates[state],
  checkingFiles: (count: number) => `Checking ${count} files.`,
  unnamed: 'Without a name',
  filesHeld: 'The service asks for a pause. Checking goes on by itself.',
  waitsForOthers: 'Waiting for the files before it.',
  cancelAll: 'Cancel all',
  retryFailed: 'Check the rest again',
  startOver: 'Start over',
  cancelled: 'Not checked',
  cancelledHelp: 'Checking was cancelled.',

  sending: (percent: string) => `Sending the file: ${percent}.`,
  checking: 'Checking the seal.',
  cancel: 'Cancel',

  preview: 'The file as it is now',
  noPreview: 'No preview',
  unconfirmed: 'Not confirmed: this may not be what was recorded.',

  verdict: (state: LabelState) => headings[state],
  partlyConfirmed: 'Intact, but not all of it is confirmed.',
  unchanged: (name?: string) =>
    `Nothing has changed since ${name ? `${name} sealed it` : 'it was sealed'}.`,
  unknownSigner: (name = 'its signer', byService = true) =>
    `Nothing has changed since it was sealed, but ${name} is not among the signers ${byService ? 'this service trusts' : 'trusted here'}.`,
  changed: 'The file was changed after it was sealed.',
  notConfirmed: 'What this file says about itself cannot be relied on.',
  noSeal: 'This file carries no seal. That does not say that it is false.',
  sealedBy: (name?: string, time?: string) => `Sealed${byAndOn(name, time)}.`,
  /** Whoever gave the time stamp is unknown, or was not asked for. */
  sealedAndStamped: (name?: string, time?: string) =>
    `Sealed${byAndOn(name)}. Its time stamp says ${time}; who gave that is not known.`,
  saysSealedBy: (name?: string, time?: string) =>
    `It says that it was sealed${byAndOn(name, time)}.`,

  sealed: 'What was sealed with it',
  claimed: 'What the file claims (not confirmed)',
  nothingSealed: 'This seal holds no capture data.',
  notInSeal: (titles: string) => `Not in this seal: ${titles}.`,
  unavailable: (reason: string) =>
    (Object.hasOwn(reasons, reason) && reasons[reason]) || `No value (${reason}).`,

  when: 'When',
  placeTimestamp: 'Place measured',
  timestamp: 'Sealed (time stamp)',
  noTimestamp: 'The seal carries no trusted time stamp.',

  certificate: 'Certificate',
  signedBy: 'Issued to',
  issuedBy: 'Issued by',
  validFrom: 'Valid from',
  validTo: 'Valid until',
  file: 'File',
  name: 'Name',
  type: 'Type',
  size: 'Size',
  json: 'Answer as JSON',
  takeAway: 'Take it along',
  saveJson: 'Download JSON',
  copy: 'Copy JSON',
  copied: 'Copied.',
  notCopied: 'Your browser does not allow it. Select the text instead.',
  print: 'Print report',
  evidence: 'Download evidence',
  notPrinted:
    'The report could not be printed. Download the evidence instead: it holds the report.',
  report: 'Report on a seal',
  checkedOn: 'Checked on',
  reportMeans:
    'A seal says that nothing has changed since it was made, and who made it. It does not say that what is seen or heard was so.',
  packing: 'Putting the evidence together.',
  packed: 'The evidence was handed to your browser.',
  notPacked: 'The evidence could not be put together. Look whether the file is still there.',

  tryAgain: 'Try again',
  checkHere: 'Check in this browser instead',
  unauthorized: 'The key was not accepted',
  unauthorizedHelp: 'Tell the owner of this page, who can set a valid key.',
  forbidden: 'The service does not allow it',
  forbiddenHelp: 'Tell the owner of this page: its key is not for inspections.',
  notFound: 'There is no inspection at this address',
  notFoundHelp: 'Tell the owner of this page, who can correct the address.',
  noWorker: 'This browser cannot check it here',
  noWorkerHelp:
    'Try again. If it stays so, the page does not allow the programs that checking needs.',
  tooLarge: 'The file is too large',
  tooLargeHelp: 'Do not make it smaller: a copy loses the seal. Ask the service for its limit.',
  notMedia: 'This is not a photo or recording',
  notMediaHelp: 'Choose a JPEG, PNG, WebP, AVIF, HEIC, MP3, WAV or M4A file.',
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
  offlineHelp: 'Look whether you are online, then try again.',
  late: 'The service did not answer in time',
  lateHelp: 'Try again; a faster connection may help.',
  busy: 'The service is busy',
  busyHelp: 'Try again in a moment.',
  badAnswer: 'The answer could not be read',
  badAnswerHelp: 'Try again, or tell the owner of this page.',
};
