import type {ControlName} from '../../../../core/camera/track-controls.js';
import type {cameraControls as English} from '../../en/photos/camera-controls.js';
import {plurals} from '../../wording.js';

const count = plurals('fr');

const failed: Record<ControlName, string> = {
  torch: 'L’éclairage n’a pas pu être modifié.',
  zoom: 'Le zoom n’a pas pu être modifié.',
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
};
