import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {contents as English} from '../en/contents.js';
import {own} from '../wording.js';
import {unblock} from './way-out.js';

const noFix =
  'Compruebe que la ubicación está activada en los ajustes de este dispositivo y salga al aire libre o acérquese a una ventana.';

const placeHelp: Record<string, (browser: BrowserFamily) => string> = {
  permission_denied: (browser) => unblock(browser, 'Ubicación').replaceAll('\n', ' '),
  permission_not_requested: () => 'Elija «Permitir»: su navegador le preguntará.',
  policy_blocked: () =>
    'El sitio que incluye esta página no lo permite. Avise al responsable de la página.',
  timeout: () => noFix,
  error: () => noFix,
};

const reasons: Record<string, string> = {
  permission_denied: 'No permitido.',
  permission_not_requested: 'Aún no se le ha preguntado.',
  not_supported: 'No disponible en este navegador.',
  not_available: 'Sin valor por ahora.',
  timeout: 'Aún sin respuesta.',
  insecure_context: 'Solo en páginas con https.',
  policy_blocked: 'Esta página no puede preguntar.',
  disabled: 'Desactivado en esta página.',
  error: 'El sensor falló.',
};

export const contents: Partial<typeof English> = {
  captureWillBeSealed: 'Lo que se sellará',
  captureClose: 'Cerrar',
  captureAllow: 'Permitir',
  capturePlaceHelp: (reason, browser) => placeHelp[reason]?.(browser) ?? '',
  capturePlaceAgain: 'Intentar de nuevo',
  captureBlurred: (distance) => `Reducida a una precisión de ${distance}`,
  captureUnavailable: (reason) => own(reasons, reason) ?? `Sin valor (${reason}).`,
};
