import type {SkipReason} from '../../../capture-image/shots/shot.js';
import type {Standing} from '../../states.js';
import type {shots as English} from '../../en/photos/shots.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('fr');

const reasons: Record<SkipReason, string> = {
  absent: 'Absent',
  unreachable: 'Inaccessible',
  unsafe: 'Trop dangereux',
  forbidden: 'Interdit',
  other: 'Autre raison',
};

const skipped: Record<SkipReason, string> = {
  absent: 'Passée : absent',
  unreachable: 'Passée : inaccessible',
  unsafe: 'Passée : trop dangereux',
  forbidden: 'Passée : interdit',
  other: 'Passée : autre raison',
};

const seals: Record<Standing, string> = {
  ...sentences(standings, 'Prise, '),
  held: 'Prise, pas encore scellée',
  misconfigured: 'Prise, pas encore scellée',
  sealed: 'Prise et scellée',
  delivering: 'Scellée, envoi en cours',
  undelivered: 'Scellée, en attente d’envoi',
  uploaded: 'Scellée et envoyée',
  failed: 'Prise, non scellée',
};

export const shots: Partial<typeof English> = {
  shotOf: (position, total) => `${position} sur ${total}`,
  shotRequired: 'Obligatoire',
  shotRetaking: 'Reprendre',
  shotRetakeCancel: 'Annuler',
  shotsOpen: 'Afficher toutes les vues',
  shotSkip: 'Passer',
  shotTake: 'Prendre',
  shotRetake: 'Reprendre',
  shotNext: (position, total, label, hint = '', note = '') =>
    `Vue ${position} sur ${total} : ${label}. ${note && `${note}. `}${hint}`.trim(),
  shotSkippedNow: (label) => `Passée : ${label}.`,
  shotsDone: (total, left) =>
    left > 0
      ? count(total, {
          one: `La vue est traitée, passées : ${left}`,
          other: `Les # vues sont traitées, passées : ${left}`,
        })
      : count(total, {one: 'La vue est prise', other: 'Les # vues sont prises'}),
  shotsTitle: (done, total, left) =>
    count(total, {one: `${done} vue sur # traitée`, other: `${done} vues sur # traitées`}) +
    (left > 0 ? `, passées : ${left}` : ''),
  shotsClose: 'Fermer la liste des vues',
  shotToTake: 'À prendre',
  shotSealed: (standing) => seals[standing],
  shotSkippedFor: (reason, words) =>
    reason === 'other' && words ? `Passée : ${words}` : skipped[reason],
  shotEarlier: (total) =>
    count(total, {one: '# photo précédente conservée', other: '# photos précédentes conservées'}),
  shotSkipQuestion: 'Pourquoi n’y a-t-il pas de photo ?',
  shotSkipReason: (reason) => reasons[reason],
  shotSkipWords: 'Autre raison, avec vos mots',
  shotSkipEmpty: 'Choisissez une raison ci-dessus, ou écrivez-en une.',
  shotSkipCancel: 'Annuler',
};
