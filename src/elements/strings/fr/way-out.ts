import type {Mode} from '../../../model/media-type.js';
import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {wayOut as English} from '../en/way-out.js';
import {by} from '../wording.js';

const device = (mode: Mode) => by(mode, 'Appareil photo', 'Micro');

const kein = (mode: Mode) => by(mode, 'Pas d’appareil photo', 'Pas de micro');

const address = 'à gauche de l’adresse de la page';

const steps: Record<BrowserFamily, (name: string) => string> = {
  chromium: (name) => `Choisissez l’icône ${address}.
Activez « ${name} ».`,
  firefox: (name) => `Choisissez l’icône barrée ${address}.
Retirez « Bloqué » à côté de « ${name} ».`,
  safari: (name) => `Ouvrez le menu « Safari » et choisissez « Réglages pour ce site web ».
Réglez « ${name} » sur « Autoriser ».`,
  android: (name) => `Choisissez l’icône ${address}.
Ouvrez « Autorisations » et activez « ${name} ».`,
  ios: (
    name,
  ) => `Choisissez l’icône à côté de l’adresse de la page et ouvrez « Réglages du site web ».
Réglez « ${name} » sur « Autoriser ».`,
  other: (name) => `Ouvrez les réglages de votre navigateur pour cette page.
Autorisez : ${name}.`,
};

/** How to unblock something in this browser, one step a line. */
export const unblock = (browser: BrowserFamily, name: string): string =>
  `${steps[browser](name)}\nRevenez ici et choisissez « Réessayer ».`;

export const wayOut: Partial<typeof English> = {
  captureUnblock: (browser, mode) => unblock(browser, device(mode)),
  wayOutHeading: (mode, app) => `${kein(mode)} dans ${app || 'cette application'}`,
  wayOutHelp: (mode, app) =>
    `Cette page est ouverte dans ${app || 'une application'}, qui ne lui donne pas accès ${by(mode, 'à l’appareil photo', 'au micro')}. Ouvrez-la dans votre navigateur :`,
  wayOutSteps: (isIos) => {
    const browser = isIos ? 'Safari' : 'Chrome';
    return `Touchez ⋯ ou ⋮ en haut ou en bas de l’écran.
Choisissez « Ouvrir dans le navigateur » ou « Ouvrir dans ${browser} ».
S’il n’y a ni l’un ni l’autre, copiez cette adresse et collez-la dans ${browser} :`;
  },
  wayOutOpen: 'Ouvrir dans votre navigateur',
  wayOutCopy: 'Copier l’adresse',
  wayOutSettings: (
    mode,
    button,
  ) => `Ouvrez les réglages de votre téléphone et choisissez cette application.
Activez « ${device(mode)} ».
Revenez ici et choisissez « ${button} ».`,
  wayOutOwnApp: (mode) =>
    `Cette application ne donne pas à ses pages l’accès ${by(mode, 'à l’appareil photo', 'au micro')}.`,
  wayOutBrowser: (mode) => `${kein(mode)} dans ce navigateur`,
  wayOutOtherBrowser: (mode) =>
    `Ce navigateur ne donne pas aux pages l’accès ${by(mode, 'à l’appareil photo', 'au micro')}. Copiez l’adresse et ouvrez-la dans un autre navigateur.`,
};
