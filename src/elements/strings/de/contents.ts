import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {contents as English} from '../en/contents.js';
import {own} from '../wording.js';
import {unblock} from './way-out.js';

const noFix =
  'Prüfen Sie, ob der Standort in den Einstellungen dieses Geräts eingeschaltet ist, und gehen Sie ins Freie oder ans Fenster.';

const placeHelp: Record<string, (browser: BrowserFamily) => string> = {
  permission_denied: (browser) => unblock(browser, 'Standort').replaceAll('\n', ' '),
  permission_not_requested: () => 'Wählen Sie „Zulassen“: Ihr Browser wird Sie fragen.',
  policy_blocked: () =>
    'Die Website, die diese Seite einbettet, erlaubt es nicht. Sagen Sie es dem Betreiber der Seite.',
  timeout: () => noFix,
  error: () => noFix,
};

const reasons: Record<string, string> = {
  permission_denied: 'Nicht erlaubt.',
  permission_not_requested: 'Sie wurden noch nicht gefragt.',
  not_supported: 'In diesem Browser nicht verfügbar.',
  not_available: 'Im Moment kein Wert.',
  timeout: 'Noch keine Antwort.',
  insecure_context: 'Nur auf Seiten mit https.',
  policy_blocked: 'Diese Seite darf nicht fragen.',
  disabled: 'Auf dieser Seite ausgeschaltet.',
  error: 'Der Sensor ist ausgefallen.',
};

export const contents: Partial<typeof English> = {
  captureWillBeSealed: 'Was versiegelt wird',
  captureClose: 'Schließen',
  captureAllow: 'Zulassen',
  capturePlaceHelp: (reason, browser) => placeHelp[reason]?.(browser) ?? '',
  capturePlaceAgain: 'Noch einmal versuchen',
  captureBlurred: (distance) => `Genauigkeit auf ${distance} verringert`,
  captureUnavailable: (reason) => own(reasons, reason) ?? `Kein Wert (${reason}).`,
};
