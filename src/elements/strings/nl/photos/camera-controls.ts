import type {ControlName} from '../../../../core/camera/track-controls.js';
import type {cameraControls as English} from '../../en/photos/camera-controls.js';
import {plurals} from '../../wording.js';

const count = plurals('nl');

const failed: Record<ControlName, string> = {
  torch: 'Het licht kon niet worden geschakeld.',
  zoom: 'De zoom kon niet worden gewijzigd.',
  focus: 'De camera kon daar niet scherpstellen.',
};

export const cameraControls: Partial<typeof English> = {
  controlsOpen: 'Camera instellen',
  controlsTorch: 'Licht',
  controlsTorchNow: (on) => (on ? 'Licht aan.' : 'Licht uit.'),
  controlsZoom: 'Zoom',
  controlsZoomIs: (ratio) => `${ratio}×`,
  controlsCamera: 'Camera',
  controlsCameraNow: (name) => `Camera: ${name}.`,
  controlsFailed: (control) => failed[control],
  controlsGuide: (guide) => ({grid: 'Raster', level: 'Waterpas'})[guide],
  controlsTimer: 'Zelfontspanner',
  controlsTimerIs: (seconds) => (seconds ? `${seconds} s` : 'Uit'),
  controlsTimerOn: (seconds) =>
    count(seconds, {one: 'Zelfontspanner: # seconde.', other: 'Zelfontspanner: # seconden.'}),
  controlsTimerStop: 'Zelfontspanner annuleren',
  controlsTimerStarts: (seconds) =>
    count(seconds, {
      one: 'Foto over # seconde. Druk nog eens op de ontspanknop of op Escape om te annuleren.',
      other: 'Foto over # seconden. Druk nog eens op de ontspanknop of op Escape om te annuleren.',
    }),
  controlsTimerCancelled: 'Zelfontspanner geannuleerd. Geen foto gemaakt.',
  controlsFocus: 'Scherpstelling',
  controlsFocusKeys: 'De pijltoetsen verplaatsen de scherpstelling.',
  controlsFocusNow: (isSet) =>
    isSet ? 'Scherpstelling ingesteld.' : 'De scherpstelling is automatisch.',
  controlsFocusAt: (left, top) =>
    `Scherpstelling: ${Math.round(left)}\u00a0% van links, ${Math.round(top)}\u00a0% van boven.`,
};
