import type {Level} from '../../capture-audio/desk/level.js';
import type {Ending} from '../states.js';
import type {captureAudio as English} from '../en/capture-audio.js';
import {plurals} from '../wording.js';

const count = plurals('pl');

const levels: Record<Level | 'muted', string> = {
  good: 'Poziom dobry',
  quiet: 'Bardzo cicho',
  loud: 'Za głośno',
  muted: 'Mikrofon wyciszony',
};

const endings: Record<Ending, string> = {
  stopped: '',
  full: 'Osiągnięto maksymalny czas.',
  silent: 'Nagrywanie zatrzymało się samo: nic nie było słychać.',
  'device-lost': 'Mikrofon został odłączony. To, co nagrano do tej pory, jest zachowane.',
  'storage-full': 'Pamięć tej przeglądarki jest pełna. To, co nagrano do tej pory, jest zachowane.',
  failed: 'Nagrywanie zostało przerwane. Zachowano wszystko oprócz ostatnich sekund.',
  closed: 'Rejestrator został zamknięty. To, co nagrano do tej pory, jest zachowane.',
  recovered: 'Odzyskano przerwane nagranie.',
};

export const captureAudio: Partial<typeof English> = {
  recordWaveMissing: 'Nie wczytano wykresu dźwięku. Nagranie jest kompletne bez niego.',
  recordPartMissing: 'Nie wczytano części tej strony. Nagrania są bezpieczne.',
  recordGroup: 'Nagranie głosu',
  recordReady: 'Gotowe do nagrywania',
  recordOff: 'Nagrywanie jest wyłączone',
  recordStopFirst: 'Najpierw zatrzymaj nagrywanie.',
  recordStart: 'Rozpocznij nagrywanie',
  recordStarting: 'Uruchamianie…',
  recordCancel: 'Anuluj',
  recordStop: 'Zatrzymaj nagrywanie',
  recordPause: 'Pauza',
  recordResume: 'Wznów',
  recordPaused: 'Wstrzymano',
  recordElapsed: 'Nagrano',
  recordLeft: (time) => `pozostało ${time}`,
  recordLevel: 'Poziom',
  recordLevelIs: (level) => levels[level],
  recordMicrophone: 'Mikrofon',
  recordDefault: 'Mikrofon domyślny',
  recordEnded: (end) => endings[end],
  recordMissing: (seconds) => `Brakuje około ${seconds} s dźwięku: urządzenie było zbyt zajęte.`,
  recordInclude: 'Dodaj do formularza',
  recordMark: 'Zakładka',
  recordMarked: (time) => `Zakładka: ${time}.`,
  recordCaption: 'Opis',
  recordDelete: 'Usuń nagranie',
  recordOthers: (total) =>
    count(total, {
      other: 'Jeszcze # bez pieczęci. Pokaż następne',
    }),
  recordAgain: 'Nowe nagranie',
  recordCannot: 'Ta strona nie może nagrywać',
  recordCannotHelp: (code) => `Nie udało się wczytać części strony. (${code})`,
  recordOn: 'Trwa nagrywanie.',
  recordPausedNow: 'Wstrzymano.',
  recordStopped: 'Nagrywanie zatrzymane. Trwa pieczętowanie.',
  recordStoppedNow: 'Nagrywanie zatrzymane.',
  recordStoppedHeld: 'Nagrywanie zatrzymane. Nagranie nie ma jeszcze pieczęci.',
  recordDiscarded: 'Nagranie odrzucone.',
  recordNone: 'Nie ma nagrania. Spróbuj ponownie.',
};
