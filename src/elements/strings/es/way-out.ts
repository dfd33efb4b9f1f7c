import type {Mode} from '../../../model/media-type.js';
import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {wayOut as English} from '../en/way-out.js';
import {by} from '../wording.js';

const device = (mode: Mode) => by(mode, 'Cámara', 'Micrófono');

const kein = (mode: Mode) => by(mode, 'Sin cámara', 'Sin micrófono');

const address = 'a la izquierda de la dirección de la página';

const steps: Record<BrowserFamily, (name: string) => string> = {
  chromium: (name) => `Elija el icono ${address}.
Active «${name}».`,
  firefox: (name) => `Elija el icono tachado ${address}.
Quite «Bloqueado» junto a «${name}».`,
  safari: (name) => `Abra el menú «Safari» y elija «Ajustes de este sitio web».
Ponga «${name}» en «Permitir».`,
  android: (name) => `Elija el icono ${address}.
Abra «Permisos» y active «${name}».`,
  ios: (name) => `Elija el icono junto a la dirección de la página y abra «Ajustes del sitio web».
Ponga «${name}» en «Permitir».`,
  other: (name) => `Abra los ajustes de su navegador para esta página.
Permita: ${name}.`,
};

/** How to unblock something in this browser, one step a line. */
export const unblock = (browser: BrowserFamily, name: string): string =>
  `${steps[browser](name)}\nVuelva aquí y elija «Intentar de nuevo».`;

export const wayOut: Partial<typeof English> = {
  captureUnblock: (browser, mode) => unblock(browser, device(mode)),
  wayOutHeading: (mode, app) => `${kein(mode)} en ${app || 'esta aplicación'}`,
  wayOutHelp: (mode, app) =>
    `Esta página está abierta dentro de ${app || 'una aplicación'}, que no le da acceso ${by(mode, 'a la cámara', 'al micrófono')}. Ábrala en su navegador:`,
  wayOutSteps: (isIos) => {
    const browser = isIos ? 'Safari' : 'Chrome';
    return `Toque ⋯ o ⋮ en la parte superior o inferior de la pantalla.
Elija «Abrir en el navegador» o «Abrir en ${browser}».
Si no aparece ninguna de las dos, copie esta dirección y péguela en ${browser}:`;
  },
  wayOutOpen: 'Abrir en su navegador',
  wayOutCopy: 'Copiar la dirección',
  wayOutSettings: (mode, button) => `Abra los ajustes de su teléfono y elija esta aplicación.
Active «${device(mode)}».
Vuelva aquí y elija «${button}».`,
  wayOutOwnApp: (mode) =>
    `Esta aplicación no da a sus páginas acceso ${by(mode, 'a la cámara', 'al micrófono')}.`,
  wayOutBrowser: (mode) => `${kein(mode)} en este navegador`,
  wayOutOtherBrowser: (mode) =>
    `Este navegador no da a las páginas acceso ${by(mode, 'a la cámara', 'al micrófono')}. Copie la dirección y ábrala en otro navegador.`,
};
