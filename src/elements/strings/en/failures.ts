import type {ErrorCode} from '../../../model/errors.js';
import type {Mode} from '../../../model/media-type.js';
import {counted} from './shared.js';

const tellOwner = "Tell the page's owner, then try again.";
const openPage = 'It is kept only while this page is open: save it';
const noAnswer = 'The service did not answer. Check your connection, then try again.';
const oddAnswer = `The service's reply was unreadable. ${tellOwner}`;
const partMissing = `A part of this page did not load. ${openPage}, then load the page again.`;
const inMinutes = 'Try again in a few minutes.';

/** What happened, what it means, what to do. */
const reasons: Partial<Record<ErrorCode, string>> = {
  unauthorized: `The service does not accept this page's key. ${tellOwner}`,
  origin_not_allowed: `The service does not allow this page. ${tellOwner}`,
  request_rejected: `The service refused it. ${tellOwner}`,
  too_large: 'It is larger than the service accepts. Save it without a seal.',
  media_unsupported: 'A file of this kind cannot carry a seal. Save it without one.',
  network_failed: noAnswer,
  timeout: noAnswer,
  rate_limited: `The service is busy. ${inMinutes}`,
  service_unavailable: `The service is not working. ${inMinutes}`,
  response_invalid: oddAnswer,
  seal_mismatch: oddAnswer,
  storage_full: `This browser's storage is full. ${openPage}, or free up space and try again.`,
  storage_unavailable: `This browser does not store it. ${openPage}, or try again.`,
  worker_unavailable: partMissing,
  part_missing: partMissing,
};

const names: Record<Mode, string> = {image: 'photo', audio: 'recording'};

const namesOf = (count: number, mode: Mode) => names[mode] + (count === 1 ? '' : 's');

/** The status of answers, if there is one. */
const at = (status: string) => status && ` (status\u00a0${status})`;

/** Terms of capture elements for captures whose sealing failed, and for sealed files that are not uploaded. */
export const failures = {
  failureCount: (count: number, mode: Mode) => `${counted(count, names[mode])} not sealed`,
  failureReason: (code: ErrorCode) =>
    reasons[code] ?? 'Something went wrong. Try again, or save it without a seal.',
  /** The service's address is wrong: it answers 404 or 405. */
  failureNoService: `This page is not set up right: there is no service at its address. ${tellOwner}`,
  /** What will keep captures from being sealed or stored, said before any was made. */
  setupProblem: (code: ErrorCode, mode: Mode) => {
    const files = namesOf(2, mode);
    switch (code) {
      case 'clock_wrong':
        return `This device’s clock is wrong. Set it, or your ${files} will show the wrong time.`;
      case 'storage_unavailable':
        return `This browser stores no ${files} here. Leave this page open until each is sealed.`;
      case 'credentials_missing':
        return `Your ${files} are kept here, but not sealed. Log in, or tell the page’s owner.`;
      default:
        return `This page is not set up right: your ${files} are kept here, but not sealed. Tell its owner.`;
    }
  },
  failureRetry: 'Try again',
  failureSave: 'Save without seal',
  failureDelete: 'Delete',
  failureDeleted: (count: number, mode: Mode) => `${counted(count, names[mode])} deleted`,
  failureUndo: 'Undo',
  failureKept: (count: number, mode: Mode) => `${counted(count, names[mode])} kept.`,
  failureSaved: 'Saved without a seal.',
  failureNotSaved: 'Not saved: the file is not kept here any more.',
  failureNotReadable: 'Not saved: the file cannot be read now. Try again.',
  /** The beginning of the saved file's name. */
  failureFile: (mode: Mode) => names[mode],
  /** The uploaded share of all files in per cent. */
  captureUploading: (count: number, percent: number, mode: Mode) =>
    `Uploading ${counted(count, names[mode])}, ${percent}\u00a0%`,
  captureToUpload: (count: number, mode: Mode) =>
    `${counted(count, names[mode])} sealed, waiting to upload`,
  /** Why files are not uploaded. `status`: of the server's answers, such as "500" or "500, 503". */
  failureRefused: (count: number, mode: Mode, status: string) =>
    `The server does not take ${count === 1 ? 'this' : 'these'} ${namesOf(count, mode)}${at(status)}.`,
  failureTooLarge: (count: number, mode: Mode, status: string) =>
    `The ${namesOf(count, mode)} ${count === 1 ? 'is' : 'are'} too large for the server${at(status)}.`,
  /** The answer is a success, but does not show that the server has them. */
  failureUnconfirmed: (status: string) => `The server does not confirm the upload${at(status)}.`,
  /** The browser does not let the page read the answer. */
  failureUnreadable: 'The server’s answer cannot be read by this page (CORS): status unknown.',
};
