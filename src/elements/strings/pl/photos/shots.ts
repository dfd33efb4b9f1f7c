import type {SkipReason} from '../../../capture-image/shots/shot.js';
import type {Standing} from '../../states.js';
import type {shots as English} from '../../en/photos/shots.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('pl');

const reasons: Record<SkipReason, string> = {
  absent: 'Nie ma tego',
  unreachable: 'Niedostępne',
  unsafe: 'Zbyt niebezpieczne',
  forbidden: 'Niedozwolone',
  other: 'Inny powód',
};

const skipped: Record<SkipReason, string> = {
  absent: 'Pominięto: nie ma tego',
  unreachable: 'Pominięto: niedostępne',
  unsafe: 'Pominięto: zbyt niebezpieczne',
  forbidden: 'Pominięto: niedozwolone',
  other: 'Pominięto: inny powód',
};

const seals: Record<Standing, string> = {
  ...sentences(standings, 'Zrobione, '),
  sealed: 'Zrobione i opieczętowane',
  delivering: 'Opieczętowane, trwa przesyłanie',
  undelivered: 'Opieczętowane, czeka na przesłanie',
  uploaded: 'Opieczętowane i przesłane',
};

export const shots: Partial<typeof English> = {
  shotOf: (position, total) => `${position} z ${total}`,
  shotRequired: 'Wymagane',
  shotRetaking: 'Powtórz',
  shotRetakeCancel: 'Anuluj',
  shotsOpen: 'Pokaż wszystkie ujęcia',
  shotSkip: 'Pomiń',
  shotTake: 'Zrób',
  shotRetake: 'Powtórz',
  shotNext: (position, total, label, hint = '', note = '') =>
    `Ujęcie ${position} z ${total}: ${label}. ${note && `${note}. `}${hint}`.trim(),
  shotSkippedNow: (label) => `Pominięto: ${label}.`,
  shotsDone: (total, left) =>
    left > 0
      ? count(total, {
          one: `Ujęcie gotowe, pominięto: ${left}`,
          other: `Wszystkie ujęcia gotowe (#), pominięto: ${left}`,
        })
      : count(total, {one: 'Ujęcie zrobione', other: 'Wszystkie ujęcia zrobione (#)'}),
  shotsTitle: (done, total, left) =>
    count(total, {one: `Gotowe ujęcia: ${done} z #`, other: `Gotowe ujęcia: ${done} z #`}) +
    (left > 0 ? `, pominięto: ${left}` : ''),
  shotsClose: 'Zamknij listę ujęć',
  shotToTake: 'Do zrobienia',
  shotSealed: (standing) => seals[standing],
  shotSkippedFor: (reason, words) =>
    reason === 'other' && words ? `Pominięto: ${words}` : skipped[reason],
  shotEarlier: (total) =>
    count(total, {
      one: 'Zachowano # wcześniejsze zdjęcie',
      other: 'Zachowano # wcześniejszego zdjęcia',
      few: 'Zachowano # wcześniejsze zdjęcia',
      many: 'Zachowano # wcześniejszych zdjęć',
    }),
  shotSkipQuestion: 'Dlaczego nie ma zdjęcia?',
  shotSkipReason: (reason) => reasons[reason],
  shotSkipWords: 'Inny powód, własnymi słowami',
  shotSkipEmpty: 'Proszę wybrać powód powyżej lub wpisać własny.',
  shotSkipCancel: 'Anuluj',
};
