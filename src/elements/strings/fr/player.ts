import type {player as English} from '../en/player.js';
import {plurals} from '../wording.js';

const count = plurals('fr');

export const player: Partial<typeof English> = {
  player: 'Écouter l’enregistrement',
  playerPlay: 'Lire',
  playerPause: 'Mettre en pause',
  playerPosition: 'Position',
  playerTime: (at, duration) => `${at} sur ${duration}`,
  playerBack: (seconds) =>
    count(seconds, {one: 'Reculer de # seconde', other: 'Reculer de # secondes'}),
  playerForward: (seconds) =>
    count(seconds, {one: 'Avancer de # seconde', other: 'Avancer de # secondes'}),
  playerSpeed: 'Vitesse',
  playerTimes: (speed) => `${speed}×`,
  playerBookmarks: 'Repères',
  playerBookmark: (time) => `Aller au repère à ${time}`,
  playerRefused:
    'L’enregistrement ne peut pas être lu ici : cette page ou ce navigateur ne le permet pas. L’enregistrement lui-même est intact.',
};
