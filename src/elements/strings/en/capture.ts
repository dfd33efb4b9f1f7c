import type {ContentGroup} from '../../../core/metadata/capture-contents.js';
import type {Mode} from '../../../model/media-type.js';
import type {Obstacle} from '../states.js';
import type {Standing} from '../states.js';
import {counted, standings} from './shared.js';

export type ObstacleName = Obstacle['name'];

const obstacles: Record<ObstacleName, string> = {
  pending: 'Waiting for your permission',
  denied: 'Camera access denied',
  blocked: 'Camera is blocked',
  'not-found': 'No camera found',
  'in-use': 'Camera is in use',
  insecure: 'This page is not secure',
  failed: 'The camera did not start',
};

const obstacleHelp: Record<ObstacleName | 'policy', string> = {
  pending: 'Your browser is asking. Choose Allow.',
  denied: 'Allow the camera. Your browser can ask you again.',
  blocked: "Allow it in your browser's settings for this page, then choose “Try again”.",
  policy: "The site embedding this page doesn't allow camera use.",
  'not-found': 'Connect one, then try again.',
  'in-use': 'Another program is using it. Close it there, then try again.',
  insecure: 'Cameras work only over https.',
  failed: 'Try again, or use another camera.',
};

/** Nothing is captured before the code that stores it is loaded. */
const partMissing =
  'A part of this page did not load. Check the network, then load the page again.';

/** Only the page's owner can correct it. */
const tellOwner = 'This page is not set up right: tell its owner';

const unsealed: Partial<Record<Standing, string>> = {
  'awaits-plate': 'not sealed yet. Confirm the license plate',
  held: 'not sealed yet',
  misconfigured: `not sealed yet. ${tellOwner}`,
  waiting: 'waiting for the network. Sealing goes on by itself',
  delayed: 'not sealed yet. The next attempt comes by itself',
};

/** Terms of both capture elements; here for photos. `capture-of-recordings.ts` derives the terms for recordings. */
export const capture: CaptureTerms = {
  captureAsks: (_mode, place, motion) => {
    if (place && motion)
      return 'Your browser will ask for your camera, location and motion sensors. Location and motion are optional.';
    if (place) return 'Your browser will ask for your camera and location. Location is optional.';
    return motion
      ? 'Your browser will ask for your camera and motion sensors. Motion is optional.'
      : 'Turn it on to take a photo. It is sealed right after.';
  },
  captureObstacle: (name) => obstacles[name],
  captureObstacleHelp: (name, _mode, code) =>
    (code === 'part_missing' ? partMissing : obstacleHelp[name]) + (code && ` (${code})`),
  captureAskAgain: 'Ask again',
  captureTryAgain: 'Try again',

  captureContents: (groups) =>
    `Sealing: ${groups.map((group) => (group === 'place' ? 'location' : group)).join(', ') || 'the photo alone'}`,
  capturePlaceOff: 'Location off',

  captureStands: (how) => `Last photo: ${standings[how]}`,
  captureTimes: (taken, sealed) => `Taken ${taken}${sealed && `\nSealed ${sealed}`}`,
  captureStorageLow: () => 'Storage is nearly full. Free up space, or new photos cannot be kept.',
  captureSealedNow: () => 'Photo sealed.',
  captureUploadedNow: 'Uploaded.',
  captureFailedNow: (_mode, isStored) =>
    `Photo not sealed. ${isStored ? 'It is kept here' : 'Keep this page open'}.`,
  captureAllFailed: (count) => `${counted(count)} not sealed`,
  captureAllWaiting: (count) => `${counted(count)} waiting for the network`,
  captureNoAccess: (count) => `${counted(count)} waiting for you to log in`,
  captureMisconfigured: (count) => `${counted(count)} kept here, not sealed yet. ${tellOwner}.`,
  captureNotSealedYet: (count) => `${counted(count)} kept here, not sealed yet`,
  captureNotUploaded: (count) => `${counted(count)} sealed, but not uploaded`,

  captureMissing: () => 'Take a photo first.',
  captureUnsealed: (how, count) => {
    const [what, them] = count === 1 ? ['The photo is', 'it'] : [`${count} photos are`, 'them'];
    const why = unsealed[how] ?? 'still being sealed. Wait a moment';
    return `${what} ${how === 'failed' ? `not sealed. Try again, or leave ${them} out` : why}.`;
  },
  captureLeaveOut: 'Leave out',
  captureDisabled: 'The page has turned it off.',
};

interface CaptureTerms {
  /** What the browser will ask permission for, in addition to the device. */
  captureAsks: (mode: Mode, place: boolean, motion: boolean) => string;
  /** The reason why nothing can be captured. */
  captureObstacle: (name: ObstacleName, mode: Mode) => string;
  /** `code` is for the page's developer. */
  captureObstacleHelp: (name: ObstacleName | 'policy', mode: Mode, code: string) => string;
  captureAskAgain: string;
  captureTryAgain: string;

  /** "Sealing: location, attitude, camera". */
  captureContents: (groups: readonly ContentGroup[], mode: Mode) => string;
  /** Shown beside it: no location is sealed, and the person can change that. */
  capturePlaceOff: string;

  /** The state of a capture. A photo is small beside the shutter; a recording fills the element. */
  captureStands: (how: Standing, mode: Mode) => string;
  /** Times in the reader's format; `sealed` is empty before the seal. */
  captureTimes: (taken: string, sealed: string, mode: Mode) => string;
  captureStorageLow: (mode: Mode) => string;
  captureSealedNow: (mode: Mode) => string;
  captureUploadedNow: string;
  /** `isStored`: the capture survives a reload. */
  captureFailedNow: (mode: Mode, isStored: boolean) => string;
  captureAllFailed: (count: number, mode: Mode) => string;
  captureAllWaiting: (count: number, mode: Mode) => string;
  /** The page has no credentials, usually because nobody is logged in. */
  captureNoAccess: (count: number, mode: Mode) => string;
  /** A setting of the page is invalid: its key, its address or its token. */
  captureMisconfigured: (count: number, mode: Mode) => string;
  /** The captures are stored, and the code that seals them cannot run. */
  captureNotSealedYet: (count: number, mode: Mode) => string;
  /** A person has to act. */
  captureNotUploaded: (count: number, mode: Mode) => string;

  /** Why a form cannot be sent. */
  captureMissing: (mode: Mode) => string;
  captureUnsealed: (how: Standing, count: number, mode: Mode) => string;
  /** Sends the form without what is not sealed. */
  captureLeaveOut: string;
  /** The element is disabled. */
  captureDisabled: string;
}
