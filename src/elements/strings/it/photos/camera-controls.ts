import type {ControlName} from '../../../../core/camera/track-controls.js';
import type {cameraControls as English} from '../../en/photos/camera-controls.js';
import {plurals} from '../../wording.js';

const count = plurals('it');

const failed: Record<ControlName, string> = {
  torch: 'Non è stato possibile cambiare la luce.',
  zoom: 'Non è stato possibile cambiare lo zoom.',
  focus: 'La fotocamera non è riuscita a mettere a fuoco lì.',
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
  controlsFocus: 'Messa a fuoco',
  controlsFocusKeys: 'Le frecce spostano la messa a fuoco.',
  controlsFocusNow: (isSet) =>
    isSet ? 'Messa a fuoco impostata.' : 'La messa a fuoco è automatica.',
  controlsFocusAt: (left, top) =>
    `Messa a fuoco: ${Math.round(left)}\u00a0% da sinistra, ${Math.round(top)}\u00a0% dall’alto.`,
};
