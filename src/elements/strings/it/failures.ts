import type {ErrorCode} from '../../../model/errors.js';
import type {failures as English} from '../en/failures.js';
import {by, plurals} from '../wording.js';
import {photos} from './capture.js';

const count = plurals('it');

const tellOwner = 'Avvisi il responsabile della pagina, poi riprovi.';
const noAnswer = 'Il servizio non ha risposto. Controlli la connessione e riprovi.';
const oddAnswer = `La risposta del servizio era illeggibile. ${tellOwner}`;
const partMissing =
  'Una parte di questa pagina non è stata caricata. Il file è conservato solo finché questa pagina è aperta: lo salvi, poi ricarichi la pagina.';
const busy = 'Riprovi tra qualche minuto.';

const reasons: Partial<Record<ErrorCode, string>> = {
  unauthorized: `Il servizio non accetta la chiave di questa pagina. ${tellOwner}`,
  origin_not_allowed: `Il servizio non ammette questa pagina. ${tellOwner}`,
  request_rejected: `Il servizio ha rifiutato la richiesta. ${tellOwner}`,
  too_large: 'Il file è più grande di quanto accetta il servizio. Lo salvi senza sigillo.',
  media_unsupported: 'Un file di questo tipo non può portare un sigillo. Lo salvi senza sigillo.',
  network_failed: noAnswer,
  timeout: noAnswer,
  rate_limited: `Il servizio è sovraccarico. ${busy}`,
  service_unavailable: `Il servizio non funziona. ${busy}`,
  response_invalid: oddAnswer,
  seal_mismatch: oddAnswer,
  storage_full:
    'La memoria di questo browser è piena. Il file è conservato solo finché questa pagina è aperta: lo salvi, oppure liberi spazio e riprovi.',
  storage_unavailable:
    'Questo browser non memorizza il file. È conservato solo finché questa pagina è aperta: lo salvi o riprovi.',
  worker_unavailable: partMissing,
  part_missing: partMissing,
};

const at = (status: string) => status && ` (stato\u00a0${status})`;

export const failures: Partial<typeof English> = {
  failureCount: (total, mode) => photos(total, mode, 'senza sigillo'),
  failureReason: (code) =>
    reasons[code] ?? 'Qualcosa è andato storto. Riprovi o salvi il file senza sigillo.',
  failureNoService: `Questa pagina è configurata male: al suo indirizzo non c’è alcun servizio. ${tellOwner}`,
  setupProblem: (code, mode) => {
    const files = by(mode, 'foto', 'registrazioni');
    switch (code) {
      case 'clock_wrong':
        return `L’orologio di questo dispositivo è sbagliato. Lo regoli, o le Sue ${files} avranno un’ora sbagliata.`;
      case 'storage_unavailable':
        return `Questo browser qui non memorizza ${files}. Lasci aperta questa pagina finché tutto è sigillato.`;
      case 'credentials_missing':
        return `Le Sue ${files} restano qui, ma non vengono sigillate. Acceda o avvisi il responsabile della pagina.`;
      default:
        return `Questa pagina è configurata male: le Sue ${files} restano qui, ma non vengono sigillate. Avvisi il responsabile.`;
    }
  },
  failureRetry: 'Riprova',
  failureSave: 'Salva senza sigillo',
  failureDelete: 'Elimina',
  failureDeleted: (total, mode) =>
    count(
      total,
      by(
        mode,
        {one: '# foto eliminata', other: '# foto eliminate'},
        {one: '# registrazione eliminata', other: '# registrazioni eliminate'},
      ),
    ),
  failureUndo: 'Annulla l’eliminazione',
  failureKept: (total, mode) =>
    count(
      total,
      by(
        mode,
        {one: '# foto conservata.', other: '# foto conservate.'},
        {one: '# registrazione conservata.', other: '# registrazioni conservate.'},
      ),
    ),
  failureSaved: 'Salvato senza sigillo.',
  failureNotSaved: 'Non salvato: il file non è più conservato qui.',
  failureNotReadable: 'Non salvato: al momento il file non può essere letto. Riprovi.',
  failureFile: (mode) => by(mode, 'foto', 'registrazione'),
  captureUploading: (total, percent, mode) =>
    count(
      total,
      by(
        mode,
        {
          one: `Caricamento di # foto, ${percent}\u00a0%`,
          other: `Caricamento di # foto, ${percent}\u00a0%`,
        },
        {
          one: `Caricamento di # registrazione, ${percent}\u00a0%`,
          other: `Caricamento di # registrazioni, ${percent}\u00a0%`,
        },
      ),
    ),
  captureToUpload: (total, mode) => photos(total, mode, 'con sigillo, in attesa di caricamento'),
  failureRefused: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'questa foto', other: 'queste foto'},
        {one: 'questa registrazione', other: 'queste registrazioni'},
      ),
    );
    return `Il server non accetta ${them}${at(status)}.`;
  },
  failureTooLarge: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'La foto è troppo grande', other: 'Le foto sono troppo grandi'},
        {one: 'La registrazione è troppo grande', other: 'Le registrazioni sono troppo grandi'},
      ),
    );
    return `${them} per il server${at(status)}.`;
  },
  failureUnconfirmed: (status) => `Il server non conferma il caricamento${at(status)}.`,
  failureUnreadable:
    'Questa pagina non può leggere la risposta del server (CORS): stato sconosciuto.',
};
