import type {ErrorCode} from '../../../../model/errors.js';
import type {CheckOutcome} from '../../../seal-inspector/verdict/answer.js';
import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';
import type {findings as English} from '../../en/inspection/findings.js';
import {lists, plurals} from '../../wording.js';

const count = plurals('de');
const list = lists('de');

const questions: Record<CheckArea, string> = {
  content: 'Ist es dieselbe Datei?',
  signature: 'Ist das Siegel selbst unverändert?',
  certificate: 'War das Zertifikat für Siegel gültig?',
  trust: 'Ist der Unterzeichner hier bekannt?',
  time: 'Ist der Zeitpunkt der Versiegelung bestätigt?',
  statements: 'Sind die Angaben so, wie sie unterschrieben wurden?',
  ingredients: 'Sind die Siegel der Ausgangs\u00addateien in Ordnung?',
  identity: 'Ist die Identitätsangabe in Ordnung?',
  clock: 'Ging die Uhr des Geräts richtig?',
  others: 'Weitere Prüfungen',
};

const silences: Partial<Record<ErrorCode, string>> = {
  network_failed: 'war nicht erreichbar',
  timeout: 'hat nicht rechtzeitig geantwortet',
  service_unavailable: 'ist ausgelastet',
  rate_limited: 'ist ausgelastet',
  unauthorized: 'hat den Schlüssel nicht angenommen',
  credentials_missing: 'verlangt einen Schlüssel, den diese Seite nicht hat',
  too_large: 'nimmt so große Dateien nicht an',
  media_unsupported: 'liest keine solchen Dateien',
};

const localSilences: Partial<Record<ErrorCode, string>> = {
  worker_unavailable:
    'Dieser Browser konnte das Prüfprogramm nicht starten, das WebAssembly braucht.',
  media_unsupported: 'Dieser Browser kann solche Dateien nicht prüfen.',
};

const outcomes: Record<CheckOutcome, string> = {
  failed: 'Nicht bestanden',
  unknown: 'Unbekannt',
  noted: 'Hinweis',
  unconfirmed: 'Nicht bestätigt',
  passed: 'Bestanden',
  unchecked: 'Nicht geprüft',
};

const counted: Record<CheckOutcome, (total: number) => string> = {
  failed: (total) => count(total, {other: '# nicht bestanden'}),
  unknown: (total) => count(total, {other: '# unbekannt'}),
  noted: (total) => count(total, {one: '# Hinweis', other: '# Hinweise'}),
  unconfirmed: (total) => count(total, {other: '# nicht bestätigt'}),
  passed: (total) => count(total, {other: '# bestanden'}),
  unchecked: (total) => count(total, {other: '# nicht geprüft'}),
};

export const findings: Partial<typeof English> = {
  checks: 'Was geprüft wurde',
  checksCount: (counts) =>
    list(counts.flatMap(([outcome, total]) => (total ? counted[outcome](total) : []))),
  checkArea: (area) => questions[area],
  checkOutcome: (outcome) => outcomes[outcome],
  moreOf: (next, left) => `${next} weitere von ${left} zeigen`,
  moreText: 'Mehr davon zeigen',
  mixesScripts: (scripts) => `mischt Buchstaben mehrerer Alphabete: ${scripts}`,
  allChecks: 'Alle Codes zeigen',
  notLookedAt: 'Dazu wurde nichts festgestellt.',
  noTimeStamp: 'Das Siegel trägt keinen Zeitstempel.',
  forgivenSources:
    'Das war schon so, als die frühere Datei hinzugefügt wurde, und bricht das Siegel dieser Datei nicht.',
  agreesWithBroken:
    'Das passt zu einem Siegel, das selbst nicht mehr so ist, wie es unterschrieben wurde.',
  noSealedSources: 'Es wurde kein Siegel einer früheren Datei geprüft.',
  checkedBy: (host) => `Geprüft von ${host}.`,
  checkedHere: 'In diesem Browser geprüft; die Datei wurde nicht gesendet.',
  thisBrowser: 'Dieser Browser',
  bothAgree: (host) => `Von ${host} und in diesem Browser geprüft, mit gleichem Ergebnis.`,
  bothDiffer:
    'Dienst und Browser kommen zu verschiedenen Ergebnissen. Gezeigt wird das vorsichtigere.',
  readDiffer: (host) =>
    `Dienst und Browser kommen zum gleichen Ergebnis, lesen im Siegel aber Verschiedenes. Gezeigt wird, was ${host} las.`,
  says: (who, verdict) => `${who}: ${verdict}`,
  differOn: 'Nur bei einem der beiden nicht bestanden:',
  differIn: (parts) => `Sie lesen Verschiedenes bei: ${parts}.`,
  signerAndTime: 'Unterzeichner und Zeitpunkt der Versiegelung',
  oneAnswered: (silent, code, host) =>
    silent === 'service'
      ? `${host} ${silences[code] ?? 'gab eine nicht lesbare Antwort'}. Dieses Ergebnis stammt allein von diesem Browser.`
      : `${localSilences[code] ?? 'Dieser Browser konnte nicht erfahren, welchen Unterzeichnern zu vertrauen ist.'} Dieses Ergebnis stammt allein von ${host}.`,
};
