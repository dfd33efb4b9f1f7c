import type {ControlName} from '../../../../core/camera/track-controls.js';
import type {cameraControls as English} from '../../en/photos/camera-controls.js';
import {plurals} from '../../wording.js';

const count = plurals('pl');

const failed: Record<ControlName, string> = {
  torch: 'Nie udało się przełączyć światła.',
  zoom: 'Nie udało się zmienić powiększenia.',
  focus: 'Aparat nie mógł ustawić tam ostrości.',
};

export const cameraControls: Partial<typeof English> = {
  controlsOpen: 'Ustawienia aparatu',
  controlsTorch: 'Światło',
  controlsTorchNow: (on) => (on ? 'Światło włączone.' : 'Światło wyłączone.'),
  controlsZoom: 'Powiększenie',
  controlsZoomIs: (ratio) => `${ratio}×`,
  controlsCamera: 'Aparat',
  controlsCameraNow: (name) => `Aparat: ${name}.`,
  controlsFailed: (control) => failed[control],
  controlsGuide: (guide) => ({grid: 'Siatka', level: 'Poziomica'})[guide],
  controlsTimer: 'Samowyzwalacz',
  controlsTimerIs: (seconds) => (seconds ? `${seconds} s` : 'Wyłączone'),
  controlsTimerOn: (seconds) =>
    count(seconds, {
      one: 'Samowyzwalacz: # sekunda.',
      other: 'Samowyzwalacz: # sekundy.',
      many: 'Samowyzwalacz: # sekund.',
    }),
  controlsTimerStop: 'Anuluj samowyzwalacz',
  controlsTimerStarts: (seconds) =>
    count(seconds, {
      one: 'Zdjęcie za # sekundę. Aby anulować, naciśnij ponownie spust lub Escape.',
      other: 'Zdjęcie za # sekundy. Aby anulować, naciśnij ponownie spust lub Escape.',
      many: 'Zdjęcie za # sekund. Aby anulować, naciśnij ponownie spust lub Escape.',
    }),
  controlsTimerCancelled: 'Samowyzwalacz anulowany. Nie zrobiono zdjęcia.',
  controlsFocus: 'Ostrość',
  controlsFocusKeys: 'Strzałki przesuwają punkt ostrości.',
  controlsFocusNow: (isSet) => (isSet ? 'Ostrość ustawiona.' : 'Ostrość jest automatyczna.'),
  controlsFocusAt: (left, top) =>
    `Ostrość: ${Math.round(left)}\u00a0% od lewej, ${Math.round(top)}\u00a0% od góry.`,
};
