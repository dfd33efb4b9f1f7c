import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {contents as English} from '../en/contents.js';
import {own} from '../wording.js';
import {unblock} from './way-out.js';

const noFix =
  'Controlli che la posizione sia attiva nelle impostazioni di questo dispositivo, poi esca all’aperto o si avvicini a una finestra.';

const placeHelp: Record<string, (browser: BrowserFamily) => string> = {
  permission_denied: (browser) => unblock(browser, 'Posizione').replaceAll('\n', ' '),
  permission_not_requested: () => 'Scelga «Consenti»: il browser Le chiederà.',
  policy_blocked: () =>
    'Il sito che incorpora questa pagina non lo consente. Avvisi il responsabile della pagina.',
  timeout: () => noFix,
  error: () => noFix,
};

const reasons: Record<string, string> = {
  permission_denied: 'Non consentito.',
  permission_not_requested: 'Non è stato ancora chiesto.',
  not_supported: 'Non disponibile in questo browser.',
  not_available: 'Nessun valore al momento.',
  timeout: 'Ancora nessuna risposta.',
  insecure_context: 'Solo nelle pagine con https.',
  policy_blocked: 'Questa pagina non può chiedere.',
  disabled: 'Disattivato in questa pagina.',
  error: 'Il sensore non ha funzionato.',
};

export const contents: Partial<typeof English> = {
  captureWillBeSealed: 'Che cosa sarà sigillato',
  captureClose: 'Chiudi',
  captureAllow: 'Consenti',
  capturePlaceHelp: (reason, browser) => placeHelp[reason]?.(browser) ?? '',
  capturePlaceAgain: 'Riprova',
  captureBlurred: (distance) => `Resa imprecisa fino a ${distance}`,
  captureUnavailable: (reason) => own(reasons, reason) ?? `Nessun valore (${reason}).`,
};
