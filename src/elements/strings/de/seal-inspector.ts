import type {FileState} from '../en/seal-inspector.js';
import type {sealInspector as English} from '../en/seal-inspector.js';
import {plurals} from '../wording.js';
import {verdict} from './inspection/verdict.js';

const count = plurals('de');

const filesInState: Record<FileState, (total: number) => string> = {
  valid: (total) => count(total, {other: '# unversehrt'}),
  interim: (total) => count(total, {other: '# aus einer geschlossenen Liste bekannt'}),
  untrusted: (total) => count(total, {other: '# mit unbekanntem Unterzeichner'}),
  invalid: (total) => count(total, {other: '# gebrochen'}),
  none: (total) => count(total, {other: '# ohne Siegel'}),
  unchecked: (total) => count(total, {other: '# nicht prüfbar'}),
  failed: (total) => count(total, {other: '# nicht prüfbar'}),
  cancelled: (total) => count(total, {other: '# abgebrochen'}),
  working: (total) => count(total, {other: '# in Prüfung'}),
  waiting: (total) => count(total, {one: '# wartet', other: '# warten'}),
};

export const sealInspector: Partial<typeof English> = {
  ...verdict,
  dropHere: 'Fotos oder Aufnahmen hier ablegen',
  dropAnother: 'Weitere Dateien ablegen',
  dropNow: 'Loslassen zum Prüfen',
  orPaste: 'oder einfügen oder auswählen.',
  choose: 'Dateien auswählen',
  chooseFolder: 'oder einen Ordner',
  fileGoesTo: (host) => `Dateien werden zum Prüfen an ${host} gesendet und nicht aufbewahrt.`,
  fileStays: 'Dateien werden in diesem Browser geprüft und nirgendwohin gesendet.',
  filesLeft: (others, isCut) =>
    [
      others > 0
        ? count(others, {
            one: '# Datei ist von anderer Art und bleibt unberücksichtigt.',
            other: '# Dateien sind von anderer Art und bleiben unberücksichtigt.',
          })
        : '',
      isCut ? 'Es waren mehr, als auf einmal geprüft werden können.' : '',
    ]
      .join(' ')
      .trim(),
  filesCount: (total) => count(total, {one: '# Datei', other: '# Dateien'}),
  filesIn: (state, total) => filesInState[state](total),
  filesSummary: (files, states) => `${files}: ${states}`,
  checkingFiles: (total) =>
    count(total, {one: '# Datei wird geprüft.', other: '# Dateien werden geprüft.'}),
  filesHeld: 'Der Dienst ist ausgelastet. Die Prüfung geht von selbst weiter.',
  waitsForOthers: 'Wartet auf die Dateien davor.',
  listMissing: 'Die Liste wurde nicht geladen.',
  cancelled: 'Nicht geprüft',
  cancelledHelp: 'Die Prüfung wurde abgebrochen.',
  sending: (percent) => `Die Datei wird gesendet: ${percent}.`,
  readingHere: (percent) => `Die Datei wird in diesem Browser gelesen: ${percent}.`,
  checking: 'Das Siegel wird geprüft.',
  cancel: 'Abbrechen',
  problemSaid: (problem, help) => `${problem}. ${help}`,
  tryAgain: 'Noch einmal versuchen',
  checkHere: 'Stattdessen in diesem Browser prüfen',
  noAccess: 'Diese Seite hat keinen Zugang zum Dienst',
  noAccessHelp: 'Melden Sie sich an oder sagen Sie es dem Betreiber dieser Seite.',
  unauthorizedHelp:
    'Sagen Sie es dem Betreiber dieser Seite, der einen gültigen Schlüssel setzen kann.',
  forbiddenHelp: 'Sagen Sie es dem Betreiber dieser Seite: Ihr Schlüssel gilt nicht für Prüfungen.',
  notFoundHelp: 'Sagen Sie es dem Betreiber dieser Seite, der die Adresse berichtigen kann.',
  noWorker: 'Dieser Browser kann hier nicht prüfen',
  noWorkerHelp:
    'Versuchen Sie es noch einmal. Bleibt es so, fehlen der Seite die Programme, die zum Prüfen nötig sind, oder sie lässt sie nicht zu.',
  noPart: 'Ein Teil dieser Seite wurde nicht geladen',
  noPartHelp:
    'Prüfen Sie die Verbindung und versuchen Sie es noch einmal. Bleibt es so, laden Sie die Seite neu.',
  tooLarge: 'Die Datei ist zu groß',
  tooLargeHelp:
    'Verkleinern Sie sie nicht: Eine Kopie verliert das Siegel. Fragen Sie den Dienst nach seiner Grenze.',
  notMedia: 'Aus Dateien dieser Art werden keine Siegel gelesen',
  notMediaHelp:
    'Wählen Sie ein Foto, ein Video, eine Aufnahme oder ein PDF, etwa JPEG, HEIC, TIFF, MP4, MOV, MP3, WAV oder FLAC.',
  empty: 'Diese Datei ist leer',
  emptyHelp: 'Wählen Sie eine andere oder holen Sie sie noch einmal von dort, woher sie kam.',
  unreadable: 'Die Datei konnte nicht gelesen werden',
  unreadableHelp:
    'Vielleicht wurde sie verschoben, geändert oder gelöscht, oder sie ist ein Ordner. Wählen Sie sie noch einmal.',
  misconfigured: 'Diese Seite ist falsch eingerichtet',
  misconfiguredHelp: 'Sagen Sie es dem Betreiber dieser Seite.',
  notUnderstood: 'Der Dienst versteht diese Seite nicht',
  notUnderstoodHelp: 'Sagen Sie es dem Betreiber dieser Seite.',
  rateLimited: 'Zu viele Prüfungen auf einmal',
  rateLimitedHelp: (seconds) =>
    count(seconds, {
      one: 'Warten Sie # Sekunde und versuchen Sie es dann noch einmal.',
      other: 'Warten Sie # Sekunden und versuchen Sie es dann noch einmal.',
    }),
  offline: 'Der Dienst ist nicht erreichbar',
  offlineHelp: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  late: 'Der Dienst hat nicht rechtzeitig geantwortet',
  lateHelp: 'Versuchen Sie es noch einmal; eine schnellere Verbindung kann helfen.',
  busy: 'Der Dienst ist ausgelastet',
  busyHelp: 'Versuchen Sie es gleich noch einmal.',
  internal: 'Bei der Prüfung selbst ging etwas schief',
  internalHelp: 'Sagen Sie es dem Betreiber dieser Seite. Ihre Konsole sagt mehr.',
  badAnswer: 'Die Antwort war nicht lesbar',
  badAnswerHelp: 'Versuchen Sie es noch einmal oder sagen Sie es dem Betreiber dieser Seite.',
};
