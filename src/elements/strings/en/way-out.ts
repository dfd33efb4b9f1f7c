import type {Mode} from '../../../model/media-type.js';
import type {BrowserFamily} from '../../capture/browser-family.js';

const devices: Record<Mode, string> = {image: 'camera', audio: 'microphone'};
const names: Record<Mode, string> = {image: 'Camera', audio: 'Microphone'};

const address = "to the left of the page's address";

const unblock: Record<BrowserFamily, (mode: Mode) => string> = {
  chromium: (mode) => `Choose the icon ${address}.
Turn “${names[mode]}” on.`,
  firefox: (mode) => `Choose the crossed-out ${devices[mode]} ${address}.
Remove “Blocked” beside “Use the ${devices[mode]}”.`,
  safari: (mode) => `Open the menu “Safari” and choose “Settings for this website”.
Set “${names[mode]}” to “Allow”.`,
  android: (mode) => `Choose the icon ${address}.
Open “Permissions” and turn “${names[mode]}” on.`,
  ios: (mode) => `Choose the icon beside the page's address and open “Website settings”.
Set “${names[mode]}” to “Allow”.`,
  other: (mode) => `Open your browser's settings for this page.
Allow the ${devices[mode]}.`,
};

/** What capture elements say of the browser or the app that the page is open in, where that stands in the way. */
export const wayOut = {
  /** How to unblock it, one step a line. */
  captureUnblock: (browser: BrowserFamily, mode: Mode) =>
    `${unblock[browser](mode)}\nCome back here and choose “Try again”.`,

  /** `app` is empty where its name is not known. */
  wayOutHeading: (mode: Mode, app: string) => `No ${devices[mode]} in ${app || 'this app'}`,
  wayOutHelp: (mode: Mode, app: string) =>
    `This page is open inside ${app || 'an app'}, which gives it no ${devices[mode]}. Open it in your browser:`,
  /** How, one step a line. */
  wayOutSteps: (isIos: boolean) => {
    const browser = isIos ? 'Safari' : 'Chrome';
    return `Tap ⋯ or ⋮ at the top or bottom of the screen.
Choose “Open in browser” or “Open in ${browser}”.
If there is neither, copy this address and paste it into ${browser}:`;
  },
  wayOutOpen: 'Open in your browser',
  wayOutCopy: 'Copy address',

  /** In the app that the page belongs to; one step a line. */
  wayOutSettings: (mode: Mode, button: string) => `Open your phone's settings and choose this app.
Turn “${names[mode]}” on.
Come back here and choose “${button}”.`,
  wayOutOwnApp: (mode: Mode) => `This app gives its pages no ${devices[mode]}.`,

  wayOutBrowser: (mode: Mode) => `No ${devices[mode]} in this browser`,
  wayOutOtherBrowser: (mode: Mode) =>
    `This browser gives pages no ${devices[mode]}. Copy the address and open it in another browser.`,
};
