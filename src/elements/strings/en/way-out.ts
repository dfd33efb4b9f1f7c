import type {Mode} from '../../../model/media-type.js';
import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import {unblock} from '../unblock.js';

const devices: Record<Mode, string> = {image: 'camera', audio: 'microphone'};
const names: Record<Mode, string> = {image: 'Camera', audio: 'Microphone'};

/** What capture elements say of the browser or the app that the page is open in, where that stands in the way. */
export const wayOut = {
  /** How to unblock it, one step a line. */
  captureUnblock: (browser: BrowserFamily, mode: Mode) =>
    unblock(browser, names[mode], devices[mode]),

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
