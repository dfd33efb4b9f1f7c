import type {ControlName} from '../../../../core/camera/track-controls.js';
import type {cameraControls as English} from '../../en/photos/camera-controls.js';
import {plurals} from '../../wording.js';

const count = plurals('fr');

const failed: Record<ControlName, string> = {
  torch: 'L’éclairage n’a pas pu être modifié.',
  zoom: 'Le zoom n’a pas pu être modifié.',
  focus: 'L’appareil photo n’a pas pu faire la mise au point à cet endroit.',
};

export const cameraControls: Partial<typeof English> = {
  controlsOpen: 'Réglages de l’appareil photo',
  controlsTorch: 'Éclairage',
  controlsTorchNow: (on) => (on ? 'Éclairage allumé.' : 'Éclairage éteint.'),
  controlsZoom: 'Zoom',
  controlsZoomIs: (ratio) => `${ratio}×`,
  controlsCamera: 'Appareil photo',
  controlsCameraNow: (name) => `Appareil photo : ${name}.`,
  controlsFailed: (control) => failed[control],
  controlsGuide: (guide) => ({grid: 'Grille', level: 'Niveau à bulle'})[guide],
  controlsTimer: 'Retardateur',
  controlsTimerIs: (seconds) => (seconds ? `${seconds} s` : 'Désactivé'),
  controlsTimerOn: (seconds) =>
    count(seconds, {one: 'Retardateur : # seconde.', other: 'Retardateur : # secondes.'}),
  controlsTimerStop: 'Annuler le retardateur',
  controlsTimerStarts: (seconds) =>
    count(seconds, {
      one: 'Photo dans # seconde. Appuyez de nouveau sur le déclencheur ou sur Échap pour annuler.',
      other:
        'Photo dans # secondes. Appuyez de nouveau sur le déclencheur ou sur Échap pour annuler.',
    }),
  controlsTimerCancelled: 'Retardateur annulé. Aucune photo prise.',
  controlsFocus: 'Mise au point',
  controlsFocusKeys: 'Les flèches déplacent la mise au point.',
  controlsFocusNow: (isSet) => (isSet ? 'Mise au point fixée.' : 'Mise au point automatique.'),
  controlsFocusAt: (left, top) =>
    `Mise au point : ${Math.round(left)}\u00a0% depuis la gauche, ${Math.round(top)}\u00a0% depuis le haut.`,
};
