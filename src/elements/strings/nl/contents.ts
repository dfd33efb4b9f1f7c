import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {contents as English} from '../en/contents.js';
import {own} from '../wording.js';
import {unblock} from './way-out.js';

const noFix =
  'Controleer of de locatie aanstaat in de instellingen van dit apparaat, en ga naar buiten of bij een raam staan.';

const placeHelp: Record<string, (browser: BrowserFamily) => string> = {
  permission_denied: (browser) => unblock(browser, 'Locatie').replaceAll('\n', ' '),
  permission_not_requested: () => 'Kies “Toestaan”: uw browser zal het u vragen.',
  policy_blocked: () =>
    'De website waarin deze pagina staat, staat het niet toe. Meld het aan de beheerder van de pagina.',
  timeout: () => noFix,
  error: () => noFix,
};

const reasons: Record<string, string> = {
  permission_denied: 'Niet toegestaan.',
  permission_not_requested: 'Het is u nog niet gevraagd.',
  not_supported: 'Niet beschikbaar in deze browser.',
  not_available: 'Nu geen waarde.',
  timeout: 'Nog geen antwoord.',
  insecure_context: 'Alleen op pagina’s met https.',
  policy_blocked: 'Deze pagina mag er niet om vragen.',
  disabled: 'Op deze pagina uitgeschakeld.',
  error: 'De sensor heeft gefaald.',
};

export const contents: Partial<typeof English> = {
  captureWillBeSealed: 'Wat wordt verzegeld',
  captureClose: 'Sluiten',
  captureAllow: 'Toestaan',
  capturePlaceHelp: (reason, browser) => placeHelp[reason]?.(browser) ?? '',
  capturePlaceAgain: 'Opnieuw proberen',
  captureBlurred: (distance) => `Onnauwkeurig gemaakt tot ${distance}`,
  captureUnavailable: (reason) => own(reasons, reason) ?? `Geen waarde (${reason}).`,
};
