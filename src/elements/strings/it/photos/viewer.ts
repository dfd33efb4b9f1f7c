import type {Standing} from '../../states.js';
import type {PhotoAct, viewer as English} from '../../en/photos/viewer.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('it');

const states: Record<Standing, string> = {
  ...sentences(standings),
  misconfigured:
    'Sigillo non ancora apposto. Questa pagina non è configurata bene: avvisi chi la gestisce',
  'awaits-plate': 'Sigillo non ancora apposto: confermi la targa',
};

const acts: Record<PhotoAct, (which: string) => string> = {
  viewerTryAgain: (which) => `Riprova con la foto ${which}`,
  viewerSave: (which) => `Salva la foto ${which}`,
  viewerShare: (which) => `Condividi la foto ${which}`,
  viewerSaveUnsealed: (which) => `Salva senza sigillo la foto ${which}`,
  viewerDelete: (which) => `Elimina la foto ${which}`,
};

export const viewer: Partial<typeof English> = {
  viewerTitle: (position, count) => `Foto ${position} di ${count}`,
  viewerState: (standing) => states[standing],
  viewerTurned: (position, count, standing) => `Foto ${position} di ${count}. ${states[standing]}.`,
  viewerTaken: (time) => `Scattata il ${time}`,
  viewerPicture: (time, standing) => `Foto scattata il ${time}. ${states[standing]}.`,
  viewerClose: 'Chiudi',
  viewerEarlier: 'Foto precedente',
  viewerLater: 'Foto successiva',
  viewerEnlarge: 'Ingrandisci',
  viewerFit: 'Riduci',
  viewerContents: 'Che cosa viene sigillato con la foto',
  viewerContentsClose: 'Chiudi l’elenco',
  viewerNoContents: 'Con questa foto non viene sigillato altro.',
  viewerRetake: 'Ripeti',
  viewerDelete: 'Elimina',
  viewerSave: 'Salva',
  viewerShare: 'Condividi',
  viewerSaveUnsealed: 'Salva senza sigillo',
  viewerTryAgain: 'Riprova',
  viewerActOn: (act, time, shot) => acts[act]((shot && `«${shot}» `) + `del ${time}`),
  viewerNoPicture: 'La foto non può essere mostrata: il suo file non è più conservato qui.',
  viewerUnreadable: 'Al momento la foto non può essere mostrata. Non è stata eliminata.',
  viewerFile: 'foto',
  viewerDeleted: (total) =>
    count(total, {
      one: 'Foto eliminata. L’eliminazione si può annullare per 10 secondi.',
      other: '# foto eliminate. L’eliminazione si può annullare per 10 secondi.',
    }),
  viewerSaved: 'Salvata.',
  viewerNotSaved: 'Non salvata: il file non è più conservato qui.',
  viewerNotReadable: 'Non salvata: al momento il file non può essere letto. Riprovi.',
  viewerUploadedStays: 'Eliminandola qui, la copia caricata rimane.',
  viewerAll: (total) => count(total, {one: 'Mostra # foto', other: 'Mostra # foto'}),
  viewerCount: (total) => count(total, {one: '# foto', other: '# foto'}),
  viewerShowAll: 'Mostra le foto',
  viewerRoom: (used, left) => `${used} conservati qui, ${left} liberi`,
  viewerGone: 'non più conservata qui',
  viewerFreeRoom: 'La memoria è quasi piena. Salvi o elimini le foto che non le servono più qui.',
  viewerUseQuestion: 'Usare questa foto?',
  viewerUse: 'Usa',
  viewerUseSaid: (shot) => `Foto scattata${shot && `: ${shot}`}. Usarla o ripeterla?`,
  viewerUseWaits: (shot) =>
    `Una foto precedente attende una decisione${shot && `: ${shot}`}. Usarla o ripeterla?`,
  viewerUndecided: (more) =>
    count(more, {one: 'ancora # da decidere', other: 'ancora # da decidere'}),
  viewerDiscarded: 'Foto scartata.',
  viewerUnstored: 'Foto non salvata. Tenga aperta questa pagina, altrimenti andrà persa.',
  viewerAnswerNotStored:
    'Non è stato possibile salvare la risposta. La foto è ancora qui: riprovi.',
  viewerSelect: 'Seleziona',
  viewerSelectEnd: 'Annulla',
  viewerSelectAll: 'Seleziona tutto',
  viewerSelectNone: 'Deseleziona tutto',
  viewerSelected: (total) =>
    total === 0
      ? 'Nessuna foto selezionata'
      : count(total, {one: '# selezionata', other: '# selezionate'}),
  viewerSomeUnsealed: 'Le foto non ancora sigillate vengono salvate senza sigillo.',
  viewerSaving: (position, total) => `Salvataggio ${position} di ${total}`,
  viewerReading: (position, total) => `Lettura ${position} di ${total}`,
  viewerSavedSome: (saved, total) =>
    `${saved} di ${total} foto salvate: gli altri file non sono più conservati qui.`,
  viewerReadSome: (saved, total) =>
    `${saved} di ${total} foto salvate: al momento gli altri file non possono essere letti. Riprovi.`,
};
