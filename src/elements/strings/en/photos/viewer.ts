import type {Standing} from '../../states.js';
import {sentences} from '../../wording.js';
import {counted, standings} from '../shared.js';

const states: Record<Standing, string> = {
  ...sentences(standings),
  misconfigured: 'Not sealed yet. This page is not set up right: tell its owner',
  'awaits-plate': 'Not sealed yet: confirm its license plate',
};

/** What can be done with one photo; the terms are the names of the buttons. */
export type PhotoAct =
  | 'viewerTryAgain'
  | 'viewerSave'
  | 'viewerShare'
  | 'viewerSaveUnsealed'
  | 'viewerDelete';

/** What can be done with one of several photos, by its shot and the time when it was taken. */
const acts: Record<PhotoAct, (which: string) => string> = {
  viewerTryAgain: (which) => `Try again with the photo ${which}`,
  viewerSave: (which) => `Save the photo ${which}`,
  viewerShare: (which) => `Share the photo ${which}`,
  viewerSaveUnsealed: (which) => `Save the photo ${which} without seal`,
  viewerDelete: (which) => `Delete the photo ${which}`,
};

/** Terms of the viewer of `<capture-image>`. Keys start with `viewer`. */
export const viewer = {
  viewerTitle: (position: number, count: number) => `Photo ${position} of ${count}`,
  viewerState: (standing: Standing) => states[standing],
  /** Announced when another photo is shown. */
  viewerTurned: (position: number, count: number, standing: Standing) =>
    `Photo ${position} of ${count}. ${states[standing]}.`,
  viewerTaken: (time: string) => `Taken ${time}`,
  /** The text alternative of the picture. */
  viewerPicture: (time: string, standing: Standing) => `Photo taken ${time}. ${states[standing]}.`,
  viewerClose: 'Close',
  viewerEarlier: 'Previous photo',
  viewerLater: 'Next photo',
  viewerEnlarge: 'Zoom in',
  viewerFit: 'Zoom out',
  viewerContents: 'What is sealed with it',
  viewerContentsClose: 'Close the list',
  viewerNoContents: 'Nothing is sealed with it.',
  viewerRetake: 'Retake',
  viewerDelete: 'Delete',
  viewerSave: 'Save',
  viewerShare: 'Share',
  /** For a photo without a seal. */
  viewerSaveUnsealed: 'Save without seal',
  viewerTryAgain: 'Try again',
  /** The name of a button in the list of all photos; `shot` is empty without a list of shots. */
  viewerActOn: (act: PhotoAct, time: string, shot: string) =>
    acts[act](shot ? `“${shot}” taken ${time}` : `taken ${time}`),
  viewerNoPicture: 'The photo cannot be shown: its file is not kept here any more.',
  /** The storage cannot be read, or the file cannot be decoded. */
  viewerUnreadable: 'The photo cannot be shown now. It has not been deleted.',
  /** The beginning of a saved file's name. */
  viewerFile: 'photo',
  viewerDeleted: (total: number) =>
    `${total === 1 ? 'Photo' : counted(total)} deleted. You can undo that for 10 seconds.`,
  viewerSaved: 'Saved.',
  viewerNotSaved: 'Not saved: the file is not kept here any more.',
  viewerNotReadable: 'Not saved: the file cannot be read now. Try again.',
  /** Shown beside the state of a photo that was uploaded. */
  viewerUploadedStays: 'Deleting it here leaves the uploaded copy.',
  /** The list of all photos: the button that opens it, and its heading. */
  viewerAll: (total: number) => `Show ${counted(total)}`,
  viewerCount: (total: number) => counted(total),
  /** Shown beside the notice that storage is low. */
  viewerShowAll: 'Show photos',
  /** Sizes with their units. */
  viewerRoom: (used: string, left: string) => `${used} stored here, ${left} free`,
  /** After the time of a photo: its file is not stored on this device any more. */
  viewerGone: 'not kept here any more',
  viewerFreeRoom: 'Storage is nearly full. Save or delete photos that you no longer need here.',
  /** The question about a photo that is shown first (`review`), and its answer beside “Retake”. */
  viewerUseQuestion: 'Use this photo?',
  viewerUse: 'Use',
  /** Announced with the question, with the name of the shot if there is one. */
  viewerUseSaid: (shot: string) => `Photo taken${shot && `: ${shot}`}. Use it, or retake it?`,
  /** The same for a photo of an earlier visit. */
  viewerUseWaits: (shot: string) =>
    `A photo from before is undecided${shot && `: ${shot}`}. Use it, or retake it?`,
  /** Beside the question: other photos wait for an answer. */
  viewerUndecided: (more: number) => `${more} more to decide`,
  /** Announced after “Retake”. */
  viewerDiscarded: 'Photo discarded.',
  /** Beside the question, and announced with it: the browser could not store the photo. */
  viewerUnstored: 'Photo not stored. Keep this page open, or it is lost.',
  /** Beside the question: neither “Use” nor “Retake” could be stored. */
  viewerAnswerNotStored: 'Your answer could not be stored. The photo is still here: try again.',
  /** Several photos are selected, to save or delete them together. */
  viewerSelect: 'Select',
  viewerSelectEnd: 'Cancel',
  viewerSelectAll: 'Select all',
  viewerSelectNone: 'Select none',
  viewerSelected: (total: number) => (total === 0 ? 'No photos selected' : `${total} selected`),
  viewerSomeUnsealed: 'Photos that are not sealed yet are saved without a seal.',
  /** While several photos are saved. */
  viewerSaving: (position: number, total: number) => `Saving ${position} of ${total}`,
  /** While several photos are read to be shared, and until they are. */
  viewerReading: (position: number, total: number) => `Reading ${position} of ${total}`,
  /** The files of the others are not stored any more. */
  viewerSavedSome: (saved: number, total: number) =>
    `${saved} of ${counted(total)} saved: the other files are not kept here any more.`,
  /** The files of the others are stored, but could not be read. */
  viewerReadSome: (saved: number, total: number) =>
    `${saved} of ${counted(total)} saved: the other files cannot be read now. Try again.`,
};
