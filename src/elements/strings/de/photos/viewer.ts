import type {Standing} from '../../states.js';
import type {PhotoAct, viewer as English} from '../../en/photos/viewer.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('de');

const states: Record<Standing, string> = {
  ...sentences(standings),
  misconfigured:
    'Noch nicht versiegelt. Diese Seite ist nicht richtig eingerichtet: Sagen Sie es ihrem Betreiber',
  'awaits-plate': 'Noch nicht versiegelt: Bestätigen Sie das Kennzeichen',
};

const acts: Record<PhotoAct, (which: string) => string> = {
  viewerTryAgain: (which) => `Mit dem Foto ${which} noch einmal versuchen`,
  viewerSave: (which) => `Foto ${which} speichern`,
  viewerShare: (which) => `Foto ${which} teilen`,
  viewerSaveUnsealed: (which) => `Foto ${which} ohne Siegel speichern`,
  viewerDelete: (which) => `Foto ${which} löschen`,
};

export const viewer: Partial<typeof English> = {
  viewerTitle: (position, count) => `Foto ${position} von ${count}`,
  viewerState: (standing) => states[standing],
  viewerTurned: (position, count, standing) =>
    `Foto ${position} von ${count}. ${states[standing]}.`,
  viewerTaken: (time) => `Aufgenommen am ${time}`,
  viewerPicture: (time, standing) => `Foto, aufgenommen am ${time}. ${states[standing]}.`,
  viewerClose: 'Schließen',
  viewerEarlier: 'Voriges Foto',
  viewerLater: 'Nächstes Foto',
  viewerEnlarge: 'Vergrößern',
  viewerFit: 'Verkleinern',
  viewerContents: 'Was mit dem Foto versiegelt wird',
  viewerContentsClose: 'Liste schließen',
  viewerNoContents: 'Mit diesem Foto wird nichts weiter versiegelt.',
  viewerRetake: 'Neu aufnehmen',
  viewerDelete: 'Löschen',
  viewerSave: 'Speichern',
  viewerShare: 'Teilen',
  viewerSaveUnsealed: 'Ohne Siegel speichern',
  viewerTryAgain: 'Noch einmal versuchen',
  viewerActOn: (act, time, shot) => acts[act]((shot && `„${shot}“ `) + `vom ${time}`),
  viewerNoPicture: 'Das Foto kann nicht gezeigt werden: Seine Datei ist hier nicht mehr vorhanden.',
  viewerUnreadable: 'Das Foto kann gerade nicht gezeigt werden. Es wurde nicht gelöscht.',
  viewerFile: 'foto',
  viewerDeleted: (total) =>
    count(total, {
      one: 'Foto gelöscht. Das lässt sich 10 Sekunden lang rückgängig machen.',
      other: '# Fotos gelöscht. Das lässt sich 10 Sekunden lang rückgängig machen.',
    }),
  viewerSaved: 'Gespeichert.',
  viewerNotSaved: 'Nicht gespeichert: Die Datei ist hier nicht mehr vorhanden.',
  viewerNotReadable:
    'Nicht gespeichert: Die Datei kann gerade nicht gelesen werden. Versuchen Sie es noch einmal.',
  viewerUploadedStays: 'Wird es hier gelöscht, bleibt die hochgeladene Datei erhalten.',
  viewerAll: (total) => count(total, {one: '# Foto zeigen', other: '# Fotos zeigen'}),
  viewerCount: (total) => count(total, {one: '# Foto', other: '# Fotos'}),
  viewerShowAll: 'Fotos zeigen',
  viewerRoom: (used, left) => `${used} hier gespeichert, ${left} frei`,
  viewerGone: 'nicht mehr hier gespeichert',
  viewerFreeRoom:
    'Der Speicher ist fast voll. Speichern oder löschen Sie Fotos, die Sie hier nicht mehr brauchen.',
  viewerUseQuestion: 'Dieses Foto verwenden?',
  viewerUse: 'Verwenden',
  viewerUseSaid: (shot) => `Foto aufgenommen${shot && `: ${shot}`}. Verwenden oder neu aufnehmen?`,
  viewerUseWaits: (shot) =>
    `Über ein früheres Foto ist noch nicht entschieden${shot && `: ${shot}`}. Verwenden oder neu aufnehmen?`,
  viewerUndecided: (more) =>
    count(more, {one: 'noch # weiteres offen', other: 'noch # weitere offen'}),
  viewerDiscarded: 'Foto verworfen.',
  viewerUnstored: 'Foto nicht gespeichert. Lassen Sie diese Seite offen, sonst geht es verloren.',
  viewerAnswerNotStored:
    'Ihre Antwort konnte nicht gespeichert werden. Das Foto ist noch hier: Versuchen Sie es noch einmal.',
  viewerSelect: 'Auswählen',
  viewerSelectEnd: 'Abbrechen',
  viewerSelectAll: 'Alle auswählen',
  viewerSelectNone: 'Keine auswählen',
  viewerSelected: (total) =>
    total === 0
      ? 'Keine Fotos ausgewählt'
      : count(total, {one: '# ausgewählt', other: '# ausgewählt'}),
  viewerSomeUnsealed: 'Noch nicht versiegelte Fotos werden ohne Siegel gespeichert.',
  viewerSaving: (position, total) => `${position} von ${total} wird gespeichert`,
  viewerReading: (position, total) => `${position} von ${total} wird gelesen`,
  viewerSavedSome: (saved, total) =>
    `${saved} von ${total} Fotos gespeichert: Die anderen Dateien sind hier nicht mehr vorhanden.`,
  viewerReadSome: (saved, total) =>
    `${saved} von ${total} Fotos gespeichert: Die anderen Dateien können gerade nicht gelesen werden. Versuchen Sie es noch einmal.`,
};
