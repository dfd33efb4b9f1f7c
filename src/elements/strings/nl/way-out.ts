import type {Mode} from '../../../model/media-type.js';
import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {wayOut as English} from '../en/way-out.js';
import {by} from '../wording.js';

const device = (mode: Mode) => by(mode, 'Camera', 'Microfoon');

const kein = (mode: Mode) => by(mode, 'Geen camera', 'Geen microfoon');

const address = 'links van het adres van de pagina';

const steps: Record<BrowserFamily, (name: string) => string> = {
  chromium: (name) => `Kies het pictogram ${address}.
Schakel “${name}” in.`,
  firefox: (name) => `Kies het doorgestreepte pictogram ${address}.
Verwijder “Geblokkeerd” naast “${name}”.`,
  safari: (name) => `Open het menu “Safari” en kies “Instellingen voor deze website”.
Zet “${name}” op “Sta toe”.`,
  android: (name) => `Kies het pictogram ${address}.
Open “Rechten” en schakel “${name}” in.`,
  ios: (name) => `Kies het pictogram naast het adres van de pagina en open “Website-instellingen”.
Zet “${name}” op “Sta toe”.`,
  other: (name) => `Open de instellingen van uw browser voor deze pagina.
Sta toe: ${name}.`,
};

/** How to unblock something in this browser, one step a line. */
export const unblock = (browser: BrowserFamily, name: string): string =>
  `${steps[browser](name)}\nKom hier terug en kies “Opnieuw proberen”.`;

export const wayOut: Partial<typeof English> = {
  captureUnblock: (browser, mode) => unblock(browser, device(mode)),
  wayOutHeading: (mode, app) => `${kein(mode)} in ${app || 'deze app'}`,
  wayOutHelp: (mode, app) =>
    `Deze pagina is geopend in ${app || 'een app'}, die haar ${by(mode, 'geen camera', 'geen microfoon')} geeft. Open haar in uw browser:`,
  wayOutSteps: (isIos) => {
    const browser = isIos ? 'Safari' : 'Chrome';
    return `Tik op ⋯ of ⋮ boven of onder in het scherm.
Kies “Openen in browser” of “Openen in ${browser}”.
Is er geen van beide, kopieer dan dit adres en plak het in ${browser}:`;
  },
  wayOutOpen: 'In uw browser openen',
  wayOutCopy: 'Adres kopiëren',
  wayOutSettings: (mode, button) => `Open de instellingen van uw telefoon en kies deze app.
Schakel “${device(mode)}” in.
Kom hier terug en kies “${button}”.`,
  wayOutOwnApp: (mode) =>
    `Deze app geeft haar pagina’s ${by(mode, 'geen camera', 'geen microfoon')}.`,
  wayOutBrowser: (mode) => `${kein(mode)} in deze browser`,
  wayOutOtherBrowser: (mode) =>
    `Deze browser geeft pagina’s ${by(mode, 'geen camera', 'geen microfoon')}. Kopieer het adres en open het in een andere browser.`,
};
