import type {player as English} from '../en/player.js';
import {plurals} from '../wording.js';

const count = plurals('pt');

export const player: Partial<typeof English> = {
  player: 'Ouvir a gravação',
  playerPlay: 'Reproduzir',
  playerPause: 'Pausar',
  playerPosition: 'Posição',
  playerTime: (at, duration) => `${at} de ${duration}`,
  playerBack: (seconds) => count(seconds, {one: 'Voltar # segundo', other: 'Voltar # segundos'}),
  playerForward: (seconds) =>
    count(seconds, {one: 'Avançar # segundo', other: 'Avançar # segundos'}),
  playerSpeed: 'Velocidade',
  playerTimes: (speed) => `${speed}×`,
  playerBookmarks: 'Marcadores',
  playerBookmark: (time) => `Ir ao marcador em ${time}`,
  playerRefused:
    'A gravação não pode ser reproduzida aqui: esta página ou este navegador não a reproduz. A própria gravação está inalterada.',
};
