import type {player as English} from '../en/player.js';
import {plurals} from '../wording.js';

const count = plurals('pl');

export const player: Partial<typeof English> = {
  player: 'Posłuchaj nagrania',
  playerPlay: 'Odtwórz',
  playerPause: 'Wstrzymaj',
  playerPosition: 'Pozycja',
  playerTime: (at, duration) => `${at} z ${duration}`,
  playerBack: (seconds) =>
    count(seconds, {one: '# sekunda wstecz', other: '# sekundy wstecz', many: '# sekund wstecz'}),
  playerForward: (seconds) =>
    count(seconds, {
      one: '# sekunda do przodu',
      other: '# sekundy do przodu',
      many: '# sekund do przodu',
    }),
  playerSpeed: 'Prędkość',
  playerTimes: (speed) => `${speed}×`,
  playerBookmarks: 'Zakładki',
  playerBookmark: (time) => `Przejdź do zakładki ${time}`,
  playerRefused:
    'Nagrania nie można tu odtworzyć: ta strona lub przeglądarka go nie odtwarza. Samo nagranie jest niezmienione.',
};
