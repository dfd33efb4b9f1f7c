import type {player as English} from '../en/player.js';
import {plurals} from '../wording.js';

const count = plurals('es');

export const player: Partial<typeof English> = {
  player: 'Escuchar la grabación',
  playerPlay: 'Reproducir',
  playerPause: 'Pausar',
  playerPosition: 'Posición',
  playerTime: (at, duration) => `${at} de ${duration}`,
  playerBack: (seconds) =>
    count(seconds, {one: 'Retroceder # segundo', other: 'Retroceder # segundos'}),
  playerForward: (seconds) =>
    count(seconds, {one: 'Avanzar # segundo', other: 'Avanzar # segundos'}),
  playerSpeed: 'Velocidad',
  playerTimes: (speed) => `${speed}×`,
  playerBookmarks: 'Marcadores',
  playerBookmark: (time) => `Ir al marcador en ${time}`,
  playerRefused:
    'La grabación no se puede reproducir aquí: esta página o este navegador no la reproduce. La grabación en sí no ha cambiado.',
};
