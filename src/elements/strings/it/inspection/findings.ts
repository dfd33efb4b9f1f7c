import type {ErrorCode} from '../../../../model/errors.js';
import type {CheckOutcome} from '../../../seal-inspector/verdict/answer.js';
import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';
import type {findings as English} from '../../en/inspection/findings.js';
import {lists, plurals} from '../../wording.js';

const count = plurals('it');
const list = lists('it');

const questions: Record<CheckArea, string> = {
  content: 'È lo stesso file?',
  signature: 'Il sigillo stesso è immutato?',
  certificate: 'Il certificato era valido per un sigillo?',
  trust: 'Il firmatario è noto qui?',
  time: 'La data del sigillo è confermata?',
  statements: 'Le dichiarazioni sono quelle firmate?',
  ingredients: 'I sigilli dei file di origine sono in ordine?',
  identity: 'La dichiarazione d’identità è in ordine?',
  clock: 'L’orologio del dispositivo era giusto?',
  others: 'Altri controlli',
};

const silences: Partial<Record<ErrorCode, string>> = {
  network_failed: 'non è raggiungibile',
  timeout: 'non ha risposto in tempo',
  service_unavailable: 'è sovraccarico',
  rate_limited: 'è sovraccarico',
  unauthorized: 'non ha accettato la chiave',
  credentials_missing: 'richiede una chiave che questa pagina non ha',
  too_large: 'non accetta un file così grande',
  media_unsupported: 'non legge file di questo tipo',
};

const localSilences: Partial<Record<ErrorCode, string>> = {
  worker_unavailable:
    'Questo browser non ha potuto eseguire il programma di verifica, che richiede WebAssembly.',
  media_unsupported: 'Questo browser non può verificare file di questo tipo.',
};

const outcomes: Record<CheckOutcome, string> = {
  failed: 'Non superato',
  unknown: 'Sconosciuto',
  noted: 'Da notare',
  unconfirmed: 'Non confermato',
  passed: 'Superato',
  unchecked: 'Non verificato',
};

const counted: Record<CheckOutcome, (total: number) => string> = {
  failed: (total) => count(total, {other: '# con esito negativo'}),
  unknown: (total) => count(total, {other: '# con esito ignoto'}),
  noted: (total) => count(total, {one: '# da notare', other: '# da notare'}),
  unconfirmed: (total) => count(total, {other: '# senza conferma'}),
  passed: (total) => count(total, {other: '# in ordine'}),
  unchecked: (total) => count(total, {other: '# senza verifica'}),
};

export const findings: Partial<typeof English> = {
  checks: 'Che cosa è stato verificato',
  checksCount: (counts) =>
    list(counts.flatMap(([outcome, total]) => (total ? counted[outcome](total) : []))),
  checkArea: (area) => questions[area],
  checkOutcome: (outcome) => outcomes[outcome],
  moreOf: (next, left) => `Mostra altri ${next} di ${left}`,
  moreText: 'Mostra il seguito',
  mixesScripts: (scripts) => `mescola lettere di più alfabeti: ${scripts}`,
  allChecks: 'Mostra tutti i codici',
  notLookedAt: 'Non è stato detto nulla al riguardo.',
  noTimeStamp: 'Il sigillo non porta una marca temporale.',
  forgivenSources:
    'Era già così quando il file precedente è stato aggiunto, e non rompe il sigillo di questo.',
  agreesWithBroken: 'Concorda con un sigillo che a sua volta non è più come è stato firmato.',
  noSealedSources: 'Non è stato esaminato alcun sigillo di un file precedente.',
  checkedBy: (host) => `Verificato da ${host}.`,
  checkedHere: 'Verificato in questo browser; il file non è stato inviato.',
  thisBrowser: 'Questo browser',
  bothAgree: (host) => `Verificato da ${host} e in questo browser, con lo stesso risultato.`,
  bothDiffer: 'Il servizio e questo browser non concordano. È mostrato il verdetto più prudente.',
  readDiffer: (host) =>
    `Il servizio e questo browser giungono allo stesso verdetto, ma non leggono le stesse cose nel sigillo. È mostrato ciò che ha letto ${host}.`,
  says: (who, verdict) => `${who}: ${verdict}`,
  differOn: 'Solo per uno dei due non superato:',
  differIn: (parts) => `Non concordano su: ${parts}.`,
  signerAndTime: 'Firmatario e data del sigillo',
  oneAnswered: (silent, code, host) =>
    silent === 'service'
      ? `${host} ${silences[code] ?? 'ha dato una risposta illeggibile'}. Questo verdetto viene solo da questo browser.`
      : `${localSilences[code] ?? 'Questo browser non ha potuto sapere di quali firmatari fidarsi.'} Questo verdetto viene solo da ${host}.`,
};
