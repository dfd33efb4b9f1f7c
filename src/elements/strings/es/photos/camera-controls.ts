import type {ControlName} from '../../../../core/camera/track-controls.js';
import type {cameraControls as English} from '../../en/photos/camera-controls.js';
import {plurals} from '../../wording.js';

const count = plurals('es');

const failed: Record<ControlName, string> = {
  torch: 'No se pudo cambiar la luz.',
  zoom: 'No se pudo cambiar el zoom.',
  focus: 'La cámara no pudo enfocar ahí.',
};

export const cameraControls: Partial<typeof English> = {
  controlsOpen: 'Ajustes de la cámara',
  controlsTorch: 'Luz',
  controlsTorchNow: (on) => (on ? 'Luz encendida.' : 'Luz apagada.'),
  controlsZoom: 'Zoom',
  controlsZoomIs: (ratio) => `${ratio}×`,
  controlsCamera: 'Cámara',
  controlsCameraNow: (name) => `Cámara: ${name}.`,
  controlsFailed: (control) => failed[control],
  controlsGuide: (guide) => ({grid: 'Cuadrícula', level: 'Nivel de burbuja'})[guide],
  controlsTimer: 'Temporizador',
  controlsTimerIs: (seconds) => (seconds ? `${seconds} s` : 'Desactivado'),
  controlsTimerOn: (seconds) =>
    count(seconds, {one: 'Temporizador: # segundo.', other: 'Temporizador: # segundos.'}),
  controlsTimerStop: 'Cancelar el temporizador',
  controlsTimerStarts: (seconds) =>
    count(seconds, {
      one: 'Foto en # segundo. Pulse otra vez el disparador o Escape para cancelar.',
      other: 'Foto en # segundos. Pulse otra vez el disparador o Escape para cancelar.',
    }),
  controlsTimerCancelled: 'Temporizador cancelado. No se tomó ninguna foto.',
  controlsFocus: 'Enfoque',
  controlsFocusKeys: 'Las flechas mueven el enfoque.',
  controlsFocusNow: (isSet) => (isSet ? 'Enfoque fijado.' : 'El enfoque es automático.'),
  controlsFocusAt: (left, top) =>
    `Enfoque: ${Math.round(left)}\u00a0% desde la izquierda, ${Math.round(top)}\u00a0% desde arriba.`,
};
