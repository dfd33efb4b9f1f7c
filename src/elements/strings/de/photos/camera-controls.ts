import type {ControlName} from '../../../../core/camera/track-controls.js';
import type {cameraControls as English} from '../../en/photos/camera-controls.js';
import {plurals} from '../../wording.js';

const count = plurals('de');

const failed: Record<ControlName, string> = {
  torch: 'Das Licht ließ sich nicht schalten.',
  zoom: 'Der Zoom ließ sich nicht ändern.',
  focus: 'Die Kamera konnte dort nicht scharf stellen.',
};

export const cameraControls: Partial<typeof English> = {
  controlsOpen: 'Kamera einstellen',
  controlsTorch: 'Licht',
  controlsTorchNow: (on) => (on ? 'Licht an.' : 'Licht aus.'),
  controlsZoom: 'Zoom',
  controlsZoomIs: (ratio) => `${ratio}×`,
  controlsCamera: 'Kamera',
  controlsCameraNow: (name) => `Kamera: ${name}.`,
  controlsFailed: (control) => failed[control],
  controlsGuide: (guide) => ({grid: 'Raster', level: 'Wasserwaage'})[guide],
  controlsTimer: 'Selbstauslöser',
  controlsTimerIs: (seconds) => (seconds ? `${seconds} s` : 'Aus'),
  controlsTimerOn: (seconds) =>
    count(seconds, {one: 'Selbstauslöser: # Sekunde.', other: 'Selbstauslöser: # Sekunden.'}),
  controlsTimerStop: 'Selbstauslöser abbrechen',
  controlsTimerStarts: (seconds) =>
    count(seconds, {
      one: 'Foto in # Sekunde. Zum Abbrechen noch einmal auslösen oder Escape drücken.',
      other: 'Foto in # Sekunden. Zum Abbrechen noch einmal auslösen oder Escape drücken.',
    }),
  controlsTimerCancelled: 'Selbstauslöser abgebrochen. Kein Foto aufgenommen.',
  controlsFocus: 'Fokus',
  controlsFocusKeys: 'Die Pfeiltasten verschieben den Fokus.',
  controlsFocusNow: (isSet) => (isSet ? 'Fokus gesetzt.' : 'Der Fokus ist automatisch.'),
  controlsFocusAt: (left, top) =>
    `Fokus: ${Math.round(left)}\u00a0% von links, ${Math.round(top)}\u00a0% von oben.`,
};
