import type {Mode} from '../../../model/media-type.js';
import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {wayOut as English} from '../en/way-out.js';
import {by} from '../wording.js';

const device = (mode: Mode) => by(mode, 'Fotocamera', 'Microfono');

const kein = (mode: Mode) => by(mode, 'Nessuna fotocamera', 'Nessun microfono');

const address = 'a sinistra dell’indirizzo della pagina';

const steps: Record<BrowserFamily, (name: string) => string> = {
  chromium: (name) => `Scelga l’icona ${address}.
Attivi «${name}».`,
  firefox: (name) => `Scelga l’icona barrata ${address}.
Rimuova «Bloccato» accanto a «${name}».`,
  safari: (name) => `Apra il menu «Safari» e scelga «Impostazioni per questo sito web».
Imposti «${name}» su «Consenti».`,
  android: (name) => `Scelga l’icona ${address}.
Apra «Autorizzazioni» e attivi «${name}».`,
  ios: (name) => `Scelga l’icona accanto all’indirizzo della pagina e apra «Impostazioni sito web».
Imposti «${name}» su «Consenti».`,
  other: (name) => `Apra le impostazioni del browser per questa pagina.
Consenta: ${name}.`,
};

/** How to unblock something in this browser, one step a line. */
export const unblock = (browser: BrowserFamily, name: string): string =>
  `${steps[browser](name)}\nTorni qui e scelga «Riprova».`;

export const wayOut: Partial<typeof English> = {
  captureUnblock: (browser, mode) => unblock(browser, device(mode)),
  wayOutHeading: (mode, app) => `${kein(mode)} in ${app || 'questa app'}`,
  wayOutHelp: (mode, app) =>
    `Questa pagina è aperta dentro ${app || 'un’app'}, che non le dà accesso ${by(mode, 'alla fotocamera', 'al microfono')}. La apra nel browser:`,
  wayOutSteps: (isIos) => {
    const browser = isIos ? 'Safari' : 'Chrome';
    return `Tocchi ⋯ o ⋮ in alto o in basso nello schermo.
Scelga «Apri nel browser» o «Apri in ${browser}».
Se non c’è nessuna delle due voci, copi questo indirizzo e lo incolli in ${browser}:`;
  },
  wayOutOpen: 'Apri nel browser',
  wayOutCopy: 'Copia l’indirizzo',
  wayOutSettings: (mode, button) => `Apra le impostazioni del telefono e scelga questa app.
Attivi «${device(mode)}».
Torni qui e scelga «${button}».`,
  wayOutOwnApp: (mode) =>
    `Questa app non dà alle sue pagine accesso ${by(mode, 'alla fotocamera', 'al microfono')}.`,
  wayOutBrowser: (mode) => `${kein(mode)} in questo browser`,
  wayOutOtherBrowser: (mode) =>
    `Questo browser non dà alle pagine accesso ${by(mode, 'alla fotocamera', 'al microfono')}. Copi l’indirizzo e lo apra in un altro browser.`,
};
