import type {ControlName} from '../../../../core/camera/track-controls.js';
import type {cameraControls as English} from '../../en/photos/camera-controls.js';
import {plurals} from '../../wording.js';

const count = plurals('pt');

const failed: Record<ControlName, string> = {
  torch: 'Não foi possível mudar a luz.',
  zoom: 'Não foi possível mudar o zoom.',
  focus: 'A câmera não conseguiu focar ali.',
};

export const cameraControls: Partial<typeof English> = {
  controlsOpen: 'Ajustes da câmera',
  controlsTorch: 'Luz',
  controlsTorchNow: (on) => (on ? 'Luz ligada.' : 'Luz desligada.'),
  controlsZoom: 'Zoom',
  controlsZoomIs: (ratio) => `${ratio}×`,
  controlsCamera: 'Câmera',
  controlsCameraNow: (name) => `Câmera: ${name}.`,
  controlsFailed: (control) => failed[control],
  controlsGuide: (guide) => ({grid: 'Grade', level: 'Nível de bolha'})[guide],
  controlsTimer: 'Temporizador',
  controlsTimerIs: (seconds) => (seconds ? `${seconds} s` : 'Desligado'),
  controlsTimerOn: (seconds) =>
    count(seconds, {one: 'Temporizador: # segundo.', other: 'Temporizador: # segundos.'}),
  controlsTimerStop: 'Cancelar o temporizador',
  controlsTimerStarts: (seconds) =>
    count(seconds, {
      one: 'Foto em # segundo. Pressione de novo o disparador ou Esc para cancelar.',
      other: 'Foto em # segundos. Pressione de novo o disparador ou Esc para cancelar.',
    }),
  controlsTimerCancelled: 'Temporizador cancelado. Nenhuma foto tirada.',
  controlsFocus: 'Foco',
  controlsFocusKeys: 'As setas movem o foco.',
  controlsFocusNow: (isSet) => (isSet ? 'Foco definido.' : 'O foco é automático.'),
  controlsFocusAt: (left, top) =>
    `Foco: ${Math.round(left)}\u00a0% a partir da esquerda, ${Math.round(top)}\u00a0% a partir do alto.`,
};
