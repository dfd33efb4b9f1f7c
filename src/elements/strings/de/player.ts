import type {player as English} from '../en/player.js';
import {plurals} from '../wording.js';

const count = plurals('de');

export const player: Partial<typeof English> = {
  player: 'Aufnahme anhören',
  playerPlay: 'Wiedergeben',
  playerPause: 'Anhalten',
  playerPosition: 'Position',
  playerTime: (at, duration) => `${at} von ${duration}`,
  playerBack: (seconds) => count(seconds, {one: '# Sekunde zurück', other: '# Sekunden zurück'}),
  playerForward: (seconds) => count(seconds, {one: '# Sekunde vor', other: '# Sekunden vor'}),
  playerSpeed: 'Geschwindigkeit',
  playerTimes: (speed) => `${speed}×`,
  playerBookmarks: 'Lesezeichen',
  playerBookmark: (time) => `Zum Lesezeichen bei ${time}`,
  playerRefused:
    'Die Aufnahme kann hier nicht abgespielt werden: Diese Seite oder dieser Browser gibt sie nicht wieder. Die Aufnahme selbst ist unverändert.',
};
