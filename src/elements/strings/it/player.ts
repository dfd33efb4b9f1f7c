import type {player as English} from '../en/player.js';
import {plurals} from '../wording.js';

const count = plurals('it');

export const player: Partial<typeof English> = {
  player: 'Ascolta la registrazione',
  playerPlay: 'Riproduci',
  playerPause: 'Metti in pausa',
  playerPosition: 'Posizione',
  playerTime: (at, duration) => `${at} di ${duration}`,
  playerBack: (seconds) =>
    count(seconds, {one: 'Indietro di # secondo', other: 'Indietro di # secondi'}),
  playerForward: (seconds) =>
    count(seconds, {one: 'Avanti di # secondo', other: 'Avanti di # secondi'}),
  playerSpeed: 'Velocità',
  playerTimes: (speed) => `${speed}×`,
  playerBookmarks: 'Segnalibri',
  playerBookmark: (time) => `Vai al segnalibro a ${time}`,
  playerRefused:
    'La registrazione non può essere riprodotta qui: questa pagina o questo browser non lo permette. La registrazione stessa è immutata.',
};
