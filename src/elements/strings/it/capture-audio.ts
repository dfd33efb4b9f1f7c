import type {Level} from '../../capture-audio/desk/level.js';
import type {Ending} from '../states.js';
import type {captureAudio as English} from '../en/capture-audio.js';
import {plurals} from '../wording.js';

const count = plurals('it');

const levels: Record<Level | 'muted', string> = {
  good: 'Livello buono',
  quiet: 'Molto basso',
  loud: 'Troppo forte',
  muted: 'Microfono disattivato',
};

const endings: Record<Ending, string> = {
  stopped: '',
  full: 'È stata raggiunta la durata massima.',
  silent: 'La registrazione si è fermata da sola: non si sentiva nulla.',
  'device-lost': 'Il microfono è stato scollegato. Ciò che era già registrato è conservato.',
  'storage-full': 'La memoria di questo browser è piena. Ciò che era già registrato è conservato.',
  failed: 'La registrazione si è interrotta. Tutto è conservato tranne gli ultimi secondi.',
  closed: 'Il registratore è stato chiuso. Ciò che era già registrato è conservato.',
  recovered: 'Una registrazione interrotta è stata recuperata.',
};

export const captureAudio: Partial<typeof English> = {
  recordWaveMissing:
    'La forma d’onda non è stata caricata. La registrazione è completa anche senza.',
  recordPartMissing:
    'Una parte di questa pagina non è stata caricata. Le Sue registrazioni sono al sicuro.',
  recordGroup: 'Registrazione vocale',
  recordReady: 'Pronto per registrare',
  recordOff: 'La registrazione è disattivata',
  recordStopFirst: 'Fermi prima la registrazione.',
  recordStart: 'Avvia la registrazione',
  recordStarting: 'Avvio…',
  recordCancel: 'Annulla',
  recordStop: 'Ferma la registrazione',
  recordPause: 'Pausa',
  recordResume: 'Riprendi',
  recordPaused: 'In pausa',
  recordElapsed: 'Registrato',
  recordLeft: (time) => `ancora ${time}`,
  recordLevel: 'Livello',
  recordLevelIs: (level) => levels[level],
  recordMicrophone: 'Microfono',
  recordDefault: 'Microfono predefinito',
  recordEnded: (end) => endings[end],
  recordMissing: (seconds) =>
    `Mancano circa ${seconds} s di audio: questo dispositivo era troppo occupato.`,
  recordInclude: 'Aggiungi al modulo',
  recordMark: 'Segnalibro',
  recordMarked: (time) => `Segnalibro a ${time}.`,
  recordCaption: 'Didascalia',
  recordDelete: 'Elimina la registrazione',
  recordOthers: (total) =>
    count(total, {
      other: 'Altre # non ancora sigillate. Mostra la prossima',
      one: '# altra non ancora sigillata. Mostra la prossima',
    }),
  recordAgain: 'Nuova registrazione',
  recordCannot: 'Questa pagina non può registrare',
  recordCannotHelp: (code) => `Non è stato possibile caricare una parte della pagina. (${code})`,
  recordOn: 'Registrazione in corso.',
  recordPausedNow: 'In pausa.',
  recordStopped: 'Registrazione terminata. Sigillatura in corso.',
  recordStoppedNow: 'Registrazione terminata.',
  recordStoppedHeld: 'Registrazione terminata. Non è ancora sigillata.',
  recordDiscarded: 'Registrazione scartata.',
  recordNone: 'Non c’è nessuna registrazione. Riprovi.',
};
