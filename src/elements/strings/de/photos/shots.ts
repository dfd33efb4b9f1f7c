import type {SkipReason} from '../../../capture-image/shots/shot.js';
import type {Standing} from '../../states.js';
import type {shots as English} from '../../en/photos/shots.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('de');

const reasons: Record<SkipReason, string> = {
  absent: 'Nicht vorhanden',
  unreachable: 'Nicht erreichbar',
  unsafe: 'Zu gefährlich',
  forbidden: 'Nicht erlaubt',
  other: 'Anderer Grund',
};

const skipped: Record<SkipReason, string> = {
  absent: 'Übersprungen: nicht vorhanden',
  unreachable: 'Übersprungen: nicht erreichbar',
  unsafe: 'Übersprungen: zu gefährlich',
  forbidden: 'Übersprungen: nicht erlaubt',
  other: 'Übersprungen: anderer Grund',
};

const seals: Record<Standing, string> = {
  ...sentences(standings, 'Aufgenommen, '),
  sealed: 'Aufgenommen und versiegelt',
  delivering: 'Versiegelt, wird hochgeladen',
  undelivered: 'Versiegelt, wartet auf das Hochladen',
  uploaded: 'Versiegelt und hochgeladen',
};

export const shots: Partial<typeof English> = {
  shotOf: (position, total) => `${position} von ${total}`,
  shotRequired: 'Erforderlich',
  shotRetaking: 'Neu aufnehmen',
  shotRetakeCancel: 'Abbrechen',
  shotsOpen: 'Alle Motive zeigen',
  shotSkip: 'Überspringen',
  shotTake: 'Aufnehmen',
  shotRetake: 'Neu aufnehmen',
  shotNext: (position, total, label, hint = '', note = '') =>
    `Motiv ${position} von ${total}: ${label}. ${note && `${note}. `}${hint}`.trim(),
  shotSkippedNow: (label) => `Übersprungen: ${label}.`,
  shotsDone: (total, left) =>
    left > 0
      ? count(total, {
          one: `Das Motiv ist erledigt, ${left} übersprungen`,
          other: `Alle # Motive erledigt, ${left} übersprungen`,
        })
      : count(total, {one: 'Das Motiv ist aufgenommen', other: 'Alle # Motive aufgenommen'}),
  shotsTitle: (done, total, left) =>
    count(total, {one: `${done} von # Motiv erledigt`, other: `${done} von # Motiven erledigt`}) +
    (left > 0 ? `, ${left} übersprungen` : ''),
  shotsClose: 'Liste der Motive schließen',
  shotToTake: 'Noch aufzunehmen',
  shotSealed: (standing) => seals[standing],
  shotSkippedFor: (reason, words) =>
    reason === 'other' && words ? `Übersprungen: ${words}` : skipped[reason],
  shotEarlier: (total) =>
    count(total, {one: '# früheres Foto behalten', other: '# frühere Fotos behalten'}),
  shotSkipQuestion: 'Warum gibt es kein Foto?',
  shotSkipReason: (reason) => reasons[reason],
  shotSkipWords: 'Anderer Grund, in eigenen Worten',
  shotSkipEmpty: 'Wählen Sie oben einen Grund, oder schreiben Sie einen.',
  shotSkipCancel: 'Abbrechen',
};
