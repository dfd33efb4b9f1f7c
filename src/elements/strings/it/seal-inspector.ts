import type {FileState} from '../en/seal-inspector.js';
import type {sealInspector as English} from '../en/seal-inspector.js';
import {plurals} from '../wording.js';
import {verdict} from './inspection/verdict.js';

const count = plurals('it');

const filesInState: Record<FileState, (total: number) => string> = {
  valid: (total) => count(total, {other: '# con sigillo intatto'}),
  interim: (total) => count(total, {other: '# in un elenco chiuso'}),
  untrusted: (total) => count(total, {other: '# di un firmatario sconosciuto'}),
  invalid: (total) => count(total, {other: '# con sigillo rotto'}),
  none: (total) => count(total, {other: '# senza sigillo'}),
  unchecked: (total) => count(total, {other: '# senza possibilità di verifica'}),
  failed: (total) => count(total, {other: '# senza possibilità di verifica'}),
  cancelled: (total) => count(total, {other: '# senza verifica per annullamento'}),
  working: (total) => count(total, {other: '# in corso di verifica'}),
  waiting: (total) => count(total, {one: '# in attesa', other: '# in attesa'}),
};

export const sealInspector: Partial<typeof English> = {
  ...verdict,
  dropHere: 'Rilasci qui foto o registrazioni',
  dropAnother: 'Rilasci altri file',
  dropNow: 'Lasci andare per verificare',
  orPaste: 'o le incolli, o le scelga.',
  choose: 'Scegli i file',
  chooseFolder: 'o una cartella',
  fileGoesTo: (host) => `I file vengono inviati a ${host} per la verifica e non conservati.`,
  fileStays: 'I file vengono verificati in questo browser e non inviati da nessuna parte.',
  filesLeft: (others, isCut) =>
    [
      others > 0
        ? count(others, {
            one: '# file è di un altro tipo ed è escluso.',
            other: '# file sono di un altro tipo e sono esclusi.',
          })
        : '',
      isCut ? 'Erano più di quanti se ne possano verificare in una volta.' : '',
    ]
      .join(' ')
      .trim(),
  filesCount: (total) => count(total, {one: '# file', other: '# file'}),
  filesIn: (state, total) => filesInState[state](total),
  filesSummary: (files, states) => `${files}: ${states}`,
  checkingFiles: (total) =>
    count(total, {one: 'Verifica di # file.', other: 'Verifica di # file.'}),
  filesHeld: 'Il servizio è sovraccarico. La verifica prosegue automaticamente.',
  waitsForOthers: 'Attende i file precedenti.',
  listMissing: 'L’elenco non è stato caricato.',
  cancelled: 'Non verificato',
  cancelledHelp: 'La verifica è stata annullata.',
  sending: (percent) => `Invio del file: ${percent}.`,
  readingHere: (percent) => `Lettura del file in questo browser: ${percent}.`,
  checking: 'Verifica del sigillo.',
  cancel: 'Annulla',
  problemSaid: (problem, help) => `${problem}. ${help}`,
  tryAgain: 'Riprova',
  checkHere: 'Verifica invece in questo browser',
  noAccess: 'Questa pagina non ha accesso al servizio',
  noAccessHelp: 'Acceda o avvisi il responsabile di questa pagina.',
  unauthorizedHelp: 'Avvisi il responsabile di questa pagina, che può impostare una chiave valida.',
  forbiddenHelp:
    'Avvisi il responsabile di questa pagina: la sua chiave non vale per le verifiche.',
  notFoundHelp: 'Avvisi il responsabile di questa pagina, che può correggere l’indirizzo.',
  noWorker: 'Questo browser non può verificare qui',
  noWorkerHelp:
    'Riprovi. Se il problema rimane, alla pagina mancano i programmi necessari alla verifica, oppure non li consente.',
  noPart: 'Una parte di questa pagina non è stata caricata',
  noPartHelp: 'Controlli la rete e riprovi. Se il problema rimane, ricarichi la pagina.',
  tooLarge: 'Il file è troppo grande',
  tooLargeHelp: 'Non lo riduca: una copia perde il sigillo. Chieda al servizio il suo limite.',
  notMedia: 'Da questo tipo di file non si leggono sigilli',
  notMediaHelp:
    'Scelga una foto, un video, una registrazione o un PDF, ad esempio JPEG, HEIC, TIFF, MP4, MOV, MP3, WAV o FLAC.',
  empty: 'Questo file è vuoto',
  emptyHelp: 'Ne scelga un altro, o lo recuperi di nuovo da dove proviene.',
  unreadable: 'Non è stato possibile leggere il file',
  unreadableHelp:
    'Forse è stato spostato, modificato o eliminato, oppure è una cartella. Lo scelga di nuovo.',
  misconfigured: 'Questa pagina è configurata male',
  misconfiguredHelp: 'Avvisi il responsabile di questa pagina.',
  notUnderstood: 'Il servizio non capisce questa pagina',
  notUnderstoodHelp: 'Avvisi il responsabile di questa pagina.',
  rateLimited: 'Troppe verifiche insieme',
  rateLimitedHelp: (seconds) =>
    count(seconds, {
      one: 'Attenda # secondo, poi riprovi.',
      other: 'Attenda # secondi, poi riprovi.',
    }),
  offline: 'Il servizio non è raggiungibile',
  offlineHelp: 'Controlli la connessione e riprovi.',
  late: 'Il servizio non ha risposto in tempo',
  lateHelp: 'Riprovi; una connessione più veloce può aiutare.',
  busy: 'Il servizio è sovraccarico',
  busyHelp: 'Riprovi tra un momento.',
  internal: 'La verifica stessa non è riuscita',
  internalHelp: 'Avvisi il responsabile di questa pagina. La console dice di più.',
  badAnswer: 'La risposta era illeggibile',
  badAnswerHelp: 'Riprovi, o avvisi il responsabile di questa pagina.',
};
