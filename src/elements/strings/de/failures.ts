import type {ErrorCode} from '../../../model/errors.js';
import type {failures as English} from '../en/failures.js';
import {by, plurals} from '../wording.js';
import {photos} from './capture.js';

const count = plurals('de');

const tellOwner = 'Sagen Sie es dem Betreiber der Seite und versuchen Sie es dann noch einmal.';
const noAnswer =
  'Der Dienst hat nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.';
const oddAnswer = `Die Antwort des Dienstes war nicht lesbar. ${tellOwner}`;
const partMissing =
  'Ein Teil dieser Seite wurde nicht geladen. Die Datei bleibt nur erhalten, solange diese Seite offen ist: Speichern Sie sie und laden Sie die Seite dann neu.';
const busy = 'Versuchen Sie es in ein paar Minuten noch einmal.';

const reasons: Partial<Record<ErrorCode, string>> = {
  unauthorized: `Der Dienst nimmt den Schlüssel dieser Seite nicht an. ${tellOwner}`,
  origin_not_allowed: `Der Dienst lässt diese Seite nicht zu. ${tellOwner}`,
  request_rejected: `Der Dienst hat die Anfrage abgelehnt. ${tellOwner}`,
  too_large: 'Die Datei ist größer, als der Dienst annimmt. Speichern Sie sie ohne Siegel.',
  media_unsupported: 'Eine solche Datei kann kein Siegel tragen. Speichern Sie sie ohne Siegel.',
  network_failed: noAnswer,
  timeout: noAnswer,
  rate_limited: `Der Dienst ist ausgelastet. ${busy}`,
  service_unavailable: `Der Dienst ist gestört. ${busy}`,
  response_invalid: oddAnswer,
  seal_mismatch: oddAnswer,
  storage_full:
    'Der Speicher dieses Browsers ist voll. Die Datei bleibt nur erhalten, solange diese Seite offen ist: Speichern Sie sie, oder schaffen Sie Platz und versuchen Sie es noch einmal.',
  storage_unavailable:
    'Dieser Browser speichert die Datei nicht. Sie bleibt nur erhalten, solange diese Seite offen ist: Speichern Sie sie oder versuchen Sie es noch einmal.',
  worker_unavailable: partMissing,
  part_missing: partMissing,
};

const at = (status: string) => status && ` (Status\u00a0${status})`;

export const failures: Partial<typeof English> = {
  failureCount: (total, mode) => photos(total, mode, 'nicht versiegelt'),
  failureReason: (code) =>
    reasons[code] ??
    'Etwas ist schiefgegangen. Versuchen Sie es noch einmal oder speichern Sie die Datei ohne Siegel.',
  failureNoService: `Diese Seite ist falsch eingerichtet: Unter ihrer Adresse ist kein Dienst. ${tellOwner}`,
  setupProblem: (code, mode) => {
    const files = by(mode, 'Fotos', 'Aufnahmen');
    switch (code) {
      case 'clock_wrong':
        return `Die Uhr dieses Geräts geht falsch. Stellen Sie sie, sonst tragen Ihre ${files} eine falsche Zeit.`;
      case 'storage_unavailable':
        return `Dieser Browser speichert hier keine ${files}. Lassen Sie die Seite offen, bis jede Datei versiegelt ist.`;
      case 'credentials_missing':
        return `Ihre ${files} bleiben hier, werden aber nicht versiegelt. Melden Sie sich an oder sagen Sie es dem Betreiber der Seite.`;
      default:
        return `Diese Seite ist falsch eingerichtet: Ihre ${files} bleiben hier, werden aber nicht versiegelt. Sagen Sie es dem Betreiber.`;
    }
  },
  failureRetry: 'Noch einmal versuchen',
  failureSave: 'Ohne Siegel speichern',
  failureDelete: 'Löschen',
  failureDeleted: (total, mode) => photos(total, mode, 'gelöscht'),
  failureUndo: 'Rückgängig',
  failureKept: (total, mode) => photos(total, mode, 'behalten.'),
  failureSaved: 'Ohne Siegel gespeichert.',
  failureNotSaved: 'Nicht gespeichert: Die Datei ist hier nicht mehr vorhanden.',
  failureNotReadable:
    'Nicht gespeichert: Die Datei kann gerade nicht gelesen werden. Versuchen Sie es noch einmal.',
  failureFile: (mode) => by(mode, 'foto', 'aufnahme'),
  captureUploading: (total, percent, mode) =>
    count(
      total,
      by(
        mode,
        {
          one: `# Foto wird hochgeladen, ${percent}\u00a0%`,
          other: `# Fotos werden hochgeladen, ${percent}\u00a0%`,
        },
        {
          one: `# Aufnahme wird hochgeladen, ${percent}\u00a0%`,
          other: `# Aufnahmen werden hochgeladen, ${percent}\u00a0%`,
        },
      ),
    ),
  captureToUpload: (total, mode) => photos(total, mode, 'versiegelt, noch nicht hochgeladen'),
  failureRefused: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'dieses Foto', other: 'diese Fotos'},
        {one: 'diese Aufnahme', other: 'diese Aufnahmen'},
      ),
    );
    return `Der Server nimmt ${them} nicht an${at(status)}.`;
  },
  failureTooLarge: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'Das Foto ist', other: 'Die Fotos sind'},
        {one: 'Die Aufnahme ist', other: 'Die Aufnahmen sind'},
      ),
    );
    return `${them} zu groß für den Server${at(status)}.`;
  },
  failureUnconfirmed: (status) => `Der Server bestätigt den Upload nicht${at(status)}.`,
  failureUnreadable:
    'Diese Seite kann die Antwort des Servers nicht lesen (CORS): Status unbekannt.',
};
