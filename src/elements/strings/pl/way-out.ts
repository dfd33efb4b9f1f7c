import type {Mode} from '../../../model/media-type.js';
import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {wayOut as English} from '../en/way-out.js';
import {by} from '../wording.js';

const device = (mode: Mode) => by(mode, 'Aparat', 'Mikrofon');

const kein = (mode: Mode) => by(mode, 'Brak aparatu', 'Brak mikrofonu');

const address = 'po lewej stronie adresu strony';

const steps: Record<BrowserFamily, (name: string) => string> = {
  chromium: (name) => `Wybierz ikonę ${address}.
Włącz „${name}”.`,
  firefox: (name) => `Wybierz przekreśloną ikonę ${address}.
Usuń „Zablokowano” obok „${name}”.`,
  safari: (name) => `Otwórz menu „Safari” i wybierz „Ustawienia dla tej witryny”.
Ustaw „${name}” na „Pozwalaj”.`,
  android: (name) => `Wybierz ikonę ${address}.
Otwórz „Uprawnienia” i włącz „${name}”.`,
  ios: (name) => `Wybierz ikonę obok adresu strony i otwórz „Ustawienia witryny”.
Ustaw „${name}” na „Pozwalaj”.`,
  other: (name) => `Otwórz ustawienia przeglądarki dla tej strony.
Zezwól na: ${name}.`,
};

/** How to unblock something in this browser, one step a line. */
export const unblock = (browser: BrowserFamily, name: string): string =>
  `${steps[browser](name)}\nWróć tutaj i wybierz „Spróbuj ponownie”.`;

export const wayOut: Partial<typeof English> = {
  captureUnblock: (browser, mode) => unblock(browser, device(mode)),
  wayOutHeading: (mode, app) => `${kein(mode)} w ${app || 'tej aplikacji'}`,
  wayOutHelp: (mode, app) =>
    `Ta strona jest otwarta w ${app || 'aplikacji'}, która nie daje jej dostępu ${by(mode, 'do aparatu', 'do mikrofonu')}. Otwórz ją w przeglądarce:`,
  wayOutSteps: (isIos) => {
    const browser = isIos ? 'Safari' : 'Chrome';
    return `Dotknij ⋯ lub ⋮ u góry lub u dołu ekranu.
Wybierz „Otwórz w przeglądarce” lub „Otwórz w ${browser}”.
Jeśli nie ma żadnej z tych opcji, skopiuj ten adres i wklej go w ${browser}:`;
  },
  wayOutOpen: 'Otwórz w przeglądarce',
  wayOutCopy: 'Kopiuj adres',
  wayOutSettings: (mode, button) => `Otwórz ustawienia telefonu i wybierz tę aplikację.
Włącz „${device(mode)}”.
Wróć tutaj i wybierz „${button}”.`,
  wayOutOwnApp: (mode) =>
    `Ta aplikacja nie daje swoim stronom dostępu ${by(mode, 'do aparatu', 'do mikrofonu')}.`,
  wayOutBrowser: (mode) => `${kein(mode)} w tej przeglądarce`,
  wayOutOtherBrowser: (mode) =>
    `Ta przeglądarka nie daje stronom dostępu ${by(mode, 'do aparatu', 'do mikrofonu')}. Skopiuj adres i otwórz go w innej przeglądarce.`,
};
