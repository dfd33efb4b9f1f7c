import type {Mode} from '../../../model/media-type.js';
import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {wayOut as English} from '../en/way-out.js';
import {by} from '../wording.js';

const device = (mode: Mode) => by(mode, 'Câmera', 'Microfone');

const kein = (mode: Mode) => by(mode, 'Sem câmera', 'Sem microfone');

const address = 'à esquerda do endereço da página';

const steps: Record<BrowserFamily, (name: string) => string> = {
  chromium: (name) => `Escolha o ícone ${address}.
Ative “${name}”.`,
  firefox: (name) => `Escolha o ícone riscado ${address}.
Remova “Bloqueado” ao lado de “${name}”.`,
  safari: (name) => `Abra o menu “Safari” e escolha “Ajustes para este site”.
Defina “${name}” como “Permitir”.`,
  android: (name) => `Escolha o ícone ${address}.
Abra “Permissões” e ative “${name}”.`,
  ios: (name) => `Escolha o ícone ao lado do endereço da página e abra “Ajustes do site”.
Defina “${name}” como “Permitir”.`,
  other: (name) => `Abra as configurações do navegador para esta página.
Permita: ${name}.`,
};

/** How to unblock something in this browser, one step a line. */
export const unblock = (browser: BrowserFamily, name: string): string =>
  `${steps[browser](name)}\nVolte aqui e escolha “Tentar de novo”.`;

export const wayOut: Partial<typeof English> = {
  captureUnblock: (browser, mode) => unblock(browser, device(mode)),
  wayOutHeading: (mode, app) => `${kein(mode)} ${app ? `em ${app}` : 'neste aplicativo'}`,
  wayOutHelp: (mode, app) =>
    `Esta página está aberta dentro de ${app || 'um aplicativo'}, que não lhe dá acesso ${by(mode, 'à câmera', 'ao microfone')}. Abra-a no navegador:`,
  wayOutSteps: (isIos) => {
    const browser = isIos ? 'Safari' : 'Chrome';
    return `Toque em ⋯ ou ⋮ na parte de cima ou de baixo da tela.
Escolha “Abrir no navegador” ou “Abrir no ${browser}”.
Se não houver nenhum dos dois, copie este endereço e cole-o no ${browser}:`;
  },
  wayOutOpen: 'Abrir no navegador',
  wayOutCopy: 'Copiar endereço',
  wayOutSettings: (mode, button) => `Abra as configurações do telefone e escolha este aplicativo.
Ative “${device(mode)}”.
Volte aqui e escolha “${button}”.`,
  wayOutOwnApp: (mode) =>
    `Este aplicativo não dá às suas páginas acesso ${by(mode, 'à câmera', 'ao microfone')}.`,
  wayOutBrowser: (mode) => `${kein(mode)} neste navegador`,
  wayOutOtherBrowser: (mode) =>
    `Este navegador não dá às páginas acesso ${by(mode, 'à câmera', 'ao microfone')}. Copie o endereço e abra-o em outro navegador.`,
};
