import type {Mode} from '../../../model/media-type.js';
import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import {unblock} from '../unblock.js';

const devices: Record<Mode, string> = {image: 'camera', audio: 'microphone'};
const names: Record<Mode, string> = {image: 'Camera', audio: 'Microphone'};

/** Terms of capture elements if the browser or app that contains the page is the obstacle. */
export const wayOut = {
  /** How to unblock the device, one step per line. */
  captureUnblock: (browser: BrowserFamily, mode: Mode) =>
    unblock(browser, names[mode], devices[mode]),

  /** `app` is empty if its name is not known. */
  wayOutHeading: (mode: Mode, app: string) => `No ${devices[mode]} in ${app || 'this app'}`,
  wayOutHelp: (mode: Mode, app: string) =>
    `This page is open inside ${app || 'an app'}, which gives it no ${devices[mode]}. Open it in your browser:`,
  /** The steps, one per line. */
  wayOutSteps: (isIos: boolean) => {
    const browser = isIos ? 'Safari' : 'Chrome';
    return `Tap ⋯ or ⋮ at the top or bottom of the screen.
Choose “Open in browser” or “Open in ${browser}”.
If there is neither, copy this address and paste it into ${browser}:`;
  },
  wayOutOpen: 'Open in your browser',
  wayOutCopy: 'Copy address',

  /** For the app that the page belongs to; one step per line. */
  wayOutSettings: (mode: Mode, button: string) => `Open your phone's settings and choose this app.
Turn “${names[mode]}” on.
Come back here and choose “${button}”.`,
  wayOutOwnApp: (mode: Mode) => `This app gives its pages no ${devices[mode]}.`,

  wayOutBrowser: (mode: Mode) => `No ${devices[mode]} in this browser`,
  wayOutOtherBrowser: (mode: Mode) =>
    `This browser gives pages no ${devices[mode]}. Copy the address and open it in another browser.`,
};
