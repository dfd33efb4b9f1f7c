import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {contents as English} from '../en/contents.js';
import {own} from '../wording.js';
import {unblock} from './way-out.js';

const noFix =
  'Vérifiez que la position est activée dans les réglages de cet appareil, et sortez ou approchez-vous d’une fenêtre.';

const placeHelp: Record<string, (browser: BrowserFamily) => string> = {
  permission_denied: (browser) => unblock(browser, 'Position').replaceAll('\n', ' '),
  permission_not_requested: () => 'Choisissez « Autoriser » : votre navigateur vous le demandera.',
  policy_blocked: () =>
    'Le site qui intègre cette page ne l’autorise pas. Signalez-le au responsable de la page.',
  timeout: () => noFix,
  error: () => noFix,
};

const reasons: Record<string, string> = {
  permission_denied: 'Non autorisé.',
  permission_not_requested: 'Cela ne vous a pas encore été demandé.',
  not_supported: 'Indisponible dans ce navigateur.',
  not_available: 'Pas de valeur pour le moment.',
  timeout: 'Pas encore de réponse.',
  insecure_context: 'Seulement sur les pages en https.',
  policy_blocked: 'Cette page n’a pas le droit de demander.',
  disabled: 'Désactivé sur cette page.',
  error: 'Le capteur a échoué.',
};

export const contents: Partial<typeof English> = {
  captureWillBeSealed: 'Ce qui sera scellé',
  captureClose: 'Fermer',
  captureAllow: 'Autoriser',
  capturePlaceHelp: (reason, browser) => placeHelp[reason]?.(browser) ?? '',
  capturePlaceAgain: 'Réessayer',
  captureBlurred: (distance) => `Rendue imprécise à ${distance} près`,
  captureUnavailable: (reason) => own(reasons, reason) ?? `Pas de valeur (${reason}).`,
};
