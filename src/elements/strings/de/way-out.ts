import type {Mode} from '../../../model/media-type.js';
import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {wayOut as English} from '../en/way-out.js';
import {by} from '../wording.js';

const device = (mode: Mode) => by(mode, 'Kamera', 'Mikrofon');

const kein = (mode: Mode) => by(mode, 'Keine Kamera', 'Kein Mikrofon');

const address = 'links neben der Adresse der Seite';

const steps: Record<BrowserFamily, (name: string) => string> = {
  chromium: (name) => `Wählen Sie das Symbol ${address}.
Schalten Sie „${name}“ ein.`,
  firefox: (name) => `Wählen Sie das durchgestrichene Symbol ${address}.
Entfernen Sie „Blockiert“ neben „${name}“.`,
  safari: (name) => `Öffnen Sie das Menü „Safari“ und wählen Sie „Einstellungen für diese Website“.
Stellen Sie „${name}“ auf „Erlauben“.`,
  android: (name) => `Wählen Sie das Symbol ${address}.
Öffnen Sie „Berechtigungen“ und schalten Sie „${name}“ ein.`,
  ios: (
    name,
  ) => `Wählen Sie das Symbol neben der Adresse der Seite und öffnen Sie „Website-Einstellungen“.
Stellen Sie „${name}“ auf „Erlauben“.`,
  other: (name) => `Öffnen Sie die Einstellungen Ihres Browsers für diese Seite.
Erlauben Sie: ${name}.`,
};

/** How to unblock something in this browser, one step a line. */
export const unblock = (browser: BrowserFamily, name: string): string =>
  `${steps[browser](name)}\nKommen Sie hierher zurück und wählen Sie „Noch einmal versuchen“.`;

export const wayOut: Partial<typeof English> = {
  captureUnblock: (browser, mode) => unblock(browser, device(mode)),
  wayOutHeading: (mode, app) => `${kein(mode)} in ${app || 'dieser App'}`,
  wayOutHelp: (mode, app) =>
    `Diese Seite ist in ${app || 'einer App'} geöffnet, die ihr ${by(mode, 'keine Kamera', 'kein Mikrofon')} gibt. Öffnen Sie sie in Ihrem Browser:`,
  wayOutSteps: (isIos) => {
    const browser = isIos ? 'Safari' : 'Chrome';
    return `Tippen Sie oben oder unten auf dem Bildschirm auf ⋯ oder ⋮.
Wählen Sie „Im Browser öffnen“ oder „In ${browser} öffnen“.
Wenn es beides nicht gibt, kopieren Sie diese Adresse und fügen Sie sie in ${browser} ein:`;
  },
  wayOutOpen: 'Im Browser öffnen',
  wayOutCopy: 'Adresse kopieren',
  wayOutSettings: (
    mode,
    button,
  ) => `Öffnen Sie die Einstellungen Ihres Telefons und wählen Sie diese App.
Schalten Sie „${device(mode)}“ ein.
Kommen Sie hierher zurück und wählen Sie „${button}“.`,
  wayOutOwnApp: (mode) =>
    `Diese App gibt ihren Seiten ${by(mode, 'keine Kamera', 'kein Mikrofon')}.`,
  wayOutBrowser: (mode) => `${kein(mode)} in diesem Browser`,
  wayOutOtherBrowser: (mode) =>
    `Dieser Browser gibt Seiten ${by(mode, 'keine Kamera', 'kein Mikrofon')}. Kopieren Sie die Adresse und öffnen Sie sie in einem anderen Browser.`,
};
