import type {SkipReason} from '../../../capture-image/shots/shot.js';
import type {Standing} from '../../states.js';
import type {shots as English} from '../../en/photos/shots.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('nl');

const reasons: Record<SkipReason, string> = {
  absent: 'Niet aanwezig',
  unreachable: 'Niet bereikbaar',
  unsafe: 'Te gevaarlijk',
  forbidden: 'Niet toegestaan',
  other: 'Andere reden',
};

const skipped: Record<SkipReason, string> = {
  absent: 'Overgeslagen: niet aanwezig',
  unreachable: 'Overgeslagen: niet bereikbaar',
  unsafe: 'Overgeslagen: te gevaarlijk',
  forbidden: 'Overgeslagen: niet toegestaan',
  other: 'Overgeslagen: andere reden',
};

const seals: Record<Standing, string> = {
  ...sentences(standings, 'Gemaakt, '),
  sealed: 'Gemaakt en verzegeld',
  delivering: 'Verzegeld, wordt geüpload',
  undelivered: 'Verzegeld, wacht op uploaden',
  uploaded: 'Verzegeld en geüpload',
};

export const shots: Partial<typeof English> = {
  shotOf: (position, total) => `${position} van ${total}`,
  shotRequired: 'Verplicht',
  shotRetaking: 'Opnieuw maken',
  shotRetakeCancel: 'Annuleren',
  shotsOpen: 'Alle opnamen tonen',
  shotSkip: 'Overslaan',
  shotTake: 'Maken',
  shotRetake: 'Opnieuw maken',
  shotNext: (position, total, label, hint = '', note = '') =>
    `Opname ${position} van ${total}: ${label}. ${note && `${note}. `}${hint}`.trim(),
  shotSkippedNow: (label) => `Overgeslagen: ${label}.`,
  shotsDone: (total, left) =>
    left > 0
      ? count(total, {
          one: `De opname is klaar, ${left} overgeslagen`,
          other: `Alle # opnamen zijn klaar, ${left} overgeslagen`,
        })
      : count(total, {one: 'De opname is gemaakt', other: 'Alle # opnamen zijn gemaakt'}),
  shotsTitle: (done, total, left) =>
    count(total, {one: `${done} van # opname klaar`, other: `${done} van # opnamen klaar`}) +
    (left > 0 ? `, ${left} overgeslagen` : ''),
  shotsClose: 'Lijst met opnamen sluiten',
  shotToTake: 'Nog te maken',
  shotSealed: (standing) => seals[standing],
  shotSkippedFor: (reason, words) =>
    reason === 'other' && words ? `Overgeslagen: ${words}` : skipped[reason],
  shotEarlier: (total) =>
    count(total, {one: '# eerdere foto bewaard', other: '# eerdere foto’s bewaard'}),
  shotSkipQuestion: 'Waarom is er geen foto?',
  shotSkipReason: (reason) => reasons[reason],
  shotSkipWords: 'Andere reden, in uw eigen woorden',
  shotSkipEmpty: 'Kies hierboven een reden of schrijf er een.',
  shotSkipCancel: 'Annuleren',
};
