import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {contents as English} from '../en/contents.js';
import {own} from '../wording.js';
import {unblock} from './way-out.js';

const noFix =
  'Sprawdź, czy lokalizacja jest włączona w ustawieniach urządzenia, i wyjdź na zewnątrz lub podejdź do okna.';

const placeHelp: Record<string, (browser: BrowserFamily) => string> = {
  permission_denied: (browser) => unblock(browser, 'Lokalizacja').replaceAll('\n', ' '),
  permission_not_requested: () => 'Wybierz „Zezwól”: przeglądarka zapyta o zgodę.',
  policy_blocked: () =>
    'Witryna, która osadza tę stronę, nie pozwala na to. Powiadom właściciela strony.',
  timeout: () => noFix,
  error: () => noFix,
};

const reasons: Record<string, string> = {
  permission_denied: 'Brak zgody.',
  permission_not_requested: 'Jeszcze o to nie zapytano.',
  not_supported: 'Niedostępne w tej przeglądarce.',
  not_available: 'W tej chwili brak wartości.',
  timeout: 'Jeszcze bez odpowiedzi.',
  insecure_context: 'Tylko na stronach z https.',
  policy_blocked: 'Ta strona nie może o to pytać.',
  disabled: 'Wyłączone na tej stronie.',
  error: 'Czujnik zawiódł.',
};

export const contents: Partial<typeof English> = {
  captureWillBeSealed: 'Co zostanie opieczętowane',
  captureClose: 'Zamknij',
  captureAllow: 'Zezwól',
  capturePlaceHelp: (reason, browser) => placeHelp[reason]?.(browser) ?? '',
  capturePlaceAgain: 'Spróbuj ponownie',
  captureBlurred: (distance) => `Z dokładnością ograniczoną do ${distance}`,
  captureUnavailable: (reason) => own(reasons, reason) ?? `Brak wartości (${reason}).`,
};
