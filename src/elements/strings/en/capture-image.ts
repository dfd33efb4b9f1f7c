import type {ContentGroup} from '../../../core/capture-contents.js';
import type {BrowserFamily} from '../../capture-image/browser-family.js';

const unblock: Record<BrowserFamily, string> = {
  chromium: `Choose the icon to the left of the page's address.
Turn “Camera” on.
Come back here and choose “Try again”.`,
  firefox: `Choose the crossed-out camera to the left of the page's address.
Remove “Blocked” beside “Use the camera”.
Come back here and choose “Try again”.`,
  safari: `Open the menu “Safari” and choose “Settings for this website”.
Set “Camera” to “Allow”.
Come back here and choose “Try again”.`,
  android: `Choose the icon to the left of the page's address.
Open “Permissions” and turn “Camera” on.
Come back here and choose “Try again”.`,
  ios: `Choose the icon beside the page's address and open “Website settings”.
Set “Camera” to “Allow”.
Come back here and choose “Try again”.`,
  other: `Open your browser's settings for this page.
Allow the camera.
Come back here and choose “Try again”.`,
};

const reasons: Record<string, string> = {
  permission_denied: 'Not allowed.',
  permission_not_requested: 'You were not asked for it yet.',
  not_supported: 'This browser does not give it.',
  not_available: 'No value right now.',
  timeout: 'No answer yet.',
  insecure_context: 'Only pages with https have it.',
  policy_blocked: 'This page may not ask.',
  disabled: 'Switched off on this page.',
  error: 'The sensor failed.',
};

/** The detector saw none, or failed. */
const plateMissing = 'No plate was read. Type it, or choose “No plate”.';

const photos = (count: number) => (count === 1 ? '1 photo' : `${count} photos`);

/** What `<capture-image>` says. Keys start with `camera` or `capture`. */
export const captureImage = {
  cameraOff: 'Camera is off',
  /** What the browser will ask for, beside the camera. */
  cameraOffHelp: (place: boolean, motion: boolean) => {
    const more = [place && 'place', motion && 'motion'].filter(Boolean).join(' and ');
    return more
      ? `Your browser may ask for camera${place && motion ? ',' : ' and'} ${more}. A photo works without ${more}.`
      : 'Turn it on to take a photo. It is sealed right after.';
  },
  cameraTurnOn: 'Turn on camera',
  cameraPending: 'Waiting for your permission',
  cameraPendingHelp: 'Your browser is asking. Choose Allow.',
  cameraDenied: 'Camera is not allowed',
  cameraDeniedHelp: 'A photo needs the camera. Your browser can ask you again.',
  cameraAskAgain: 'Ask again',
  cameraBlocked: 'Camera is blocked',
  /** How to unblock it, one step a line. */
  cameraUnblock: (browser: BrowserFamily) => unblock[browser],
  cameraBlockedByPolicy:
    'This page was not given the use of the camera by the site that shows it. (Permissions-Policy)',
  cameraNotFound: 'No camera found',
  cameraNotFoundHelp: 'Connect one, then try again.',
  cameraInUse: 'Camera is in use',
  cameraInUseHelp: 'Another program is using it. Close it there, then try again.',
  cameraInsecure: 'This page is not secure',
  cameraInsecureHelp: 'Cameras work only over https.',
  cameraFailed: 'The camera did not start',
  cameraFailedHelp: (code: string) => `Try again, or use another camera. (${code})`,
  cameraTryAgain: 'Try again',
  cameraSwitch: 'Switch camera',
  captureShutter: 'Take photo',
  captureSealedWith: 'Sealed with each photo:',
  /** "Place, attitude, camera". */
  captureContents: (groups: readonly ContentGroup[]) => {
    const list = groups.join(', ');
    return list.charAt(0).toUpperCase() + list.slice(1);
  },
  captureWillBeSealed: 'What will be sealed',
  captureClose: 'Close',
  captureAllow: 'Allow',
  captureBlurred: (metres: number) =>
    metres < 1000 ? `Blurred to ${metres} m` : `Blurred to ${metres / 1000} km`,
  captureUnavailable: (reason: string) => reasons[reason] ?? `No value (${reason}).`,

  capturePlate: 'Licence plate',
  capturePlateLater: 'Read from each photo. You confirm it.',
  capturePlateReading: 'Reading the plate…',
  capturePlateMissing: plateMissing,
  capturePlateSeal: 'Seal with this plate',
  capturePlateUse: 'Use this plate',
  capturePlateNone: 'No plate',
  capturePlatesMore: (count: number) => `${photos(count)} more to confirm`,
  capturePlateRead: (plate?: string) =>
    plate ? `Plate read: ${plate}. Confirm or correct it.` : plateMissing,
  capturePlateNoted: 'Plate noted.',

  captureTaken: 'Photo taken. Sealing.',
  captureTakenHeld: 'Photo taken. It is not sealed yet.',
  captureNotTaken: 'The photo could not be taken. Try again.',
  captureAwaitsPlate: 'Last photo: waits for its plate',
  captureTakenPlate: 'Photo taken. Reading the plate.',
  captureHeld: 'Last photo: not sealed yet',
  captureSealing: 'Last photo: sealing',
  captureWaiting: 'Last photo: waiting for the network',
  captureDelayed: 'Last photo: waiting for the next attempt',
  captureSealed: 'Last photo: sealed',
  captureFailed: 'Last photo: not sealed. Try again',
  captureSealedNow: 'Photo sealed.',
  captureFailedNow: 'Photo not sealed. It is kept here.',
  captureAllFailed: (count: number) => `${photos(count)} not sealed`,
  captureAllWaiting: (count: number) => `${photos(count)} waiting for the network`,
};
