import type {player as English} from '../en/player.js';
import {plurals} from '../wording.js';

const count = plurals('nl');

export const player: Partial<typeof English> = {
  player: 'De opname beluisteren',
  playerPlay: 'Afspelen',
  playerPause: 'Pauzeren',
  playerPosition: 'Positie',
  playerTime: (at, duration) => `${at} van ${duration}`,
  playerBack: (seconds) => count(seconds, {one: '# seconde terug', other: '# seconden terug'}),
  playerForward: (seconds) =>
    count(seconds, {one: '# seconde vooruit', other: '# seconden vooruit'}),
  playerSpeed: 'Snelheid',
  playerTimes: (speed) => `${speed}×`,
  playerBookmarks: 'Bladwijzers',
  playerBookmark: (time) => `Naar de bladwijzer bij ${time}`,
  playerRefused:
    'De opname kan hier niet worden afgespeeld: deze pagina of browser speelt haar niet af. De opname zelf is ongewijzigd.',
};
