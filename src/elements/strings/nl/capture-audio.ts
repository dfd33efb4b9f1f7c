import type {Level} from '../../capture-audio/desk/level.js';
import type {Ending} from '../states.js';
import type {captureAudio as English} from '../en/capture-audio.js';
import {plurals} from '../wording.js';

const count = plurals('nl');

const levels: Record<Level | 'muted', string> = {
  good: 'Niveau goed',
  quiet: 'Heel zacht',
  loud: 'Te hard',
  muted: 'Microfoon gedempt',
};

const endings: Record<Ending, string> = {
  stopped: '',
  full: 'De maximale duur is bereikt.',
  silent: 'De opname stopte vanzelf: er was niets te horen.',
  'device-lost': 'De microfoon is losgekoppeld. Wat tot dan toe is opgenomen, blijft bewaard.',
  'storage-full':
    'De opslag van deze browser is vol. Wat tot dan toe is opgenomen, blijft bewaard.',
  failed: 'De opname brak af. Alles behalve de laatste seconden blijft bewaard.',
  closed: 'De recorder is verlaten. Wat tot dan toe is opgenomen, blijft bewaard.',
  recovered: 'Een afgebroken opname is hersteld.',
};

export const captureAudio: Partial<typeof English> = {
  recordWaveMissing: 'De golfvorm is niet geladen. De opname is ook zonder die golfvorm volledig.',
  recordPartMissing: 'Een deel van deze pagina is niet geladen. Uw opnamen zijn veilig.',
  recordGroup: 'Geluidsopname',
  recordReady: 'Klaar om op te nemen',
  recordOff: 'Opnemen is uitgeschakeld',
  recordStopFirst: 'Stop eerst de opname.',
  recordStart: 'Opname starten',
  recordStarting: 'Start …',
  recordCancel: 'Annuleren',
  recordStop: 'Opname stoppen',
  recordPause: 'Pauze',
  recordResume: 'Hervatten',
  recordPaused: 'Gepauzeerd',
  recordElapsed: 'Opgenomen',
  recordLeft: (time) => `nog ${time}`,
  recordLevel: 'Niveau',
  recordLevelIs: (level) => levels[level],
  recordMicrophone: 'Microfoon',
  recordDefault: 'Standaardmicrofoon',
  recordEnded: (end) => endings[end],
  recordMissing: (seconds) =>
    `Er ontbreekt ongeveer ${seconds} s geluid: dit apparaat had het te druk.`,
  recordInclude: 'Aan het formulier toevoegen',
  recordMark: 'Bladwijzer',
  recordMarked: (time) => `Bladwijzer bij ${time}.`,
  recordCaption: 'Bijschrift',
  recordDelete: 'Opname verwijderen',
  recordOthers: (total) =>
    count(total, {
      other: 'Nog # niet verzegeld. Volgende tonen',
    }),
  recordAgain: 'Nieuwe opname',
  recordCannot: 'Deze pagina kan niet opnemen',
  recordCannotHelp: (code) => `Een deel van de pagina kon niet worden geladen. (${code})`,
  recordOn: 'Er wordt opgenomen.',
  recordPausedNow: 'Gepauzeerd.',
  recordStopped: 'Opname gestopt. Ze wordt verzegeld.',
  recordStoppedNow: 'Opname gestopt.',
  recordStoppedHeld: 'Opname gestopt. Ze is nog niet verzegeld.',
  recordDiscarded: 'Opname weggegooid.',
  recordNone: 'Er is geen opname. Probeer het opnieuw.',
};
