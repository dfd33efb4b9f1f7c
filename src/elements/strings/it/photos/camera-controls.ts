import type {ControlName} from '../../../../core/camera/track-controls.js';
import type {cameraControls as English} from '../../en/photos/camera-controls.js';
import {plurals} from '../../wording.js';

const count = plurals('it');

const failed: Record<ControlName, string> = {
  torch: 'Non è stato possibile cambiare la luce.',
  zoom: 'Non è stato possibile cambiare lo zoom.',
};

export const cameraControls: Partial<typeof English> = {
  controlsOpen: 'Impostazioni della fotocamera',
  controlsTorch: 'Luce',
  controlsTorchNow: (on) => (on ? 'Luce accesa.' : 'Luce spenta.'),
  controlsZoom: 'Zoom',
  controlsZoomIs: (ratio) => `${ratio}×`,
  controlsCamera: 'Fotocamera',
  controlsCameraNow: (name) => `Fotocamera: ${name}.`,
  controlsFailed: (control) => failed[control],
  controlsGuide: (guide) => ({grid: 'Griglia', level: 'Livella'})[guide],
  controlsTimer: 'Autoscatto',
  controlsTimerIs: (seconds) => (seconds ? `${seconds} s` : 'Non attivo'),
  controlsTimerOn: (seconds) =>
    count(seconds, {one: 'Autoscatto: # secondo.', other: 'Autoscatto: # secondi.'}),
  controlsTimerStop: 'Annulla l’autoscatto',
  controlsTimerStarts: (seconds) =>
    count(seconds, {
      one: 'Foto tra # secondo. Prema di nuovo lo scatto o Esc per annullare.',
      other: 'Foto tra # secondi. Prema di nuovo lo scatto o Esc per annullare.',
    }),
  controlsTimerCancelled: 'Autoscatto annullato. Nessuna foto scattata.',
};
