import type {FileState} from '../en/seal-inspector.js';
import type {sealInspector as English} from '../en/seal-inspector.js';
import {plurals} from '../wording.js';
import {verdict} from './inspection/verdict.js';

const count = plurals('pl');

const filesInState: Record<FileState, (total: number) => string> = {
  valid: (total) => count(total, {other: 'nienaruszone: #'}),
  interim: (total) => count(total, {other: 'znane z zamkniętej listy: #'}),
  untrusted: (total) => count(total, {other: 'nieznany podpisujący: #'}),
  invalid: (total) => count(total, {other: 'naruszone: #'}),
  none: (total) => count(total, {other: 'bez pieczęci: #'}),
  unchecked: (total) => count(total, {other: 'nie do sprawdzenia: #'}),
  failed: (total) => count(total, {other: 'nie do sprawdzenia: #'}),
  cancelled: (total) => count(total, {other: 'anulowane: #'}),
  working: (total) => count(total, {other: 'sprawdzane: #'}),
  waiting: (total) => count(total, {one: 'oczekujące: #', other: 'oczekujące: #'}),
};

export const sealInspector: Partial<typeof English> = {
  ...verdict,
  dropHere: 'Upuść tu zdjęcia lub nagrania',
  dropAnother: 'Upuść więcej plików',
  dropNow: 'Upuść, aby sprawdzić',
  orPaste: 'lub wklej je albo wybierz.',
  choose: 'Wybierz pliki',
  chooseFolder: 'lub folder',
  fileGoesTo: (host) => `Pliki są wysyłane do ${host} w celu sprawdzenia i nie są przechowywane.`,
  fileStays: 'Pliki są sprawdzane w tej przeglądarce i nigdzie nie są wysyłane.',
  filesLeft: (others, isCut) =>
    [
      others > 0
        ? count(others, {
            one: '# plik jest innego rodzaju i został pominięty.',
            other: '# pliki są innego rodzaju i zostały pominięte.',
            many: '# plików jest innego rodzaju i zostało pominiętych.',
          })
        : '',
      isCut ? 'Było więcej, niż można sprawdzić naraz.' : '',
    ]
      .join(' ')
      .trim(),
  filesCount: (total) => count(total, {one: '# plik', other: '# pliki', many: '# plików'}),
  filesIn: (state, total) => filesInState[state](total),
  filesSummary: (files, states) => `${files}: ${states}`,
  checkingFiles: (total) =>
    count(total, {one: 'Sprawdzanie # pliku.', other: 'Sprawdzanie # plików.'}),
  filesHeld: 'Usługa jest przeciążona. Sprawdzanie będzie kontynuowane automatycznie.',
  waitsForOthers: 'Czeka na wcześniejsze pliki.',
  listMissing: 'Nie wczytano listy.',
  cancelled: 'Niesprawdzone',
  cancelledHelp: 'Sprawdzanie anulowano.',
  sending: (percent) => `Wysyłanie pliku: ${percent}.`,
  readingHere: (percent) => `Odczytywanie pliku w tej przeglądarce: ${percent}.`,
  checking: 'Sprawdzanie pieczęci.',
  cancel: 'Anuluj',
  problemSaid: (problem, help) => `${problem}. ${help}`,
  tryAgain: 'Spróbuj ponownie',
  checkHere: 'Sprawdź w tej przeglądarce',
  noAccess: 'Ta strona nie ma dostępu do usługi',
  noAccessHelp: 'Zaloguj się lub powiadom właściciela tej strony.',
  unauthorizedHelp: 'Powiadom właściciela tej strony, który może ustawić ważny klucz.',
  forbiddenHelp: 'Powiadom właściciela tej strony: jej klucz nie służy do sprawdzania.',
  notFoundHelp: 'Powiadom właściciela tej strony, który może poprawić adres.',
  noWorker: 'Ta przeglądarka nie może tu sprawdzać',
  noWorkerHelp:
    'Spróbuj ponownie. Jeśli to nie pomoże, na stronie brakuje programów potrzebnych do sprawdzania albo strona ich nie dopuszcza.',
  noPart: 'Nie wczytano części tej strony',
  noPartHelp: 'Sprawdź sieć i spróbuj ponownie. Jeśli to nie pomoże, wczytaj stronę ponownie.',
  tooLarge: 'Plik jest za duży',
  tooLargeHelp: 'Nie zmniejszaj go: kopia traci pieczęć. Zapytaj usługę o limit.',
  notMedia: 'Z plików tego rodzaju nie odczytuje się pieczęci',
  notMediaHelp:
    'Wybierz zdjęcie, film, nagranie lub PDF, na przykład JPEG, HEIC, TIFF, MP4, MOV, MP3, WAV lub FLAC.',
  empty: 'Ten plik jest pusty',
  emptyHelp: 'Wybierz inny albo pobierz go ponownie stamtąd, skąd pochodzi.',
  unreadable: 'Nie udało się odczytać pliku',
  unreadableHelp:
    'Mógł zostać przeniesiony, zmieniony lub usunięty albo jest folderem. Wybierz go ponownie.',
  misconfigured: 'Ta strona jest źle skonfigurowana',
  misconfiguredHelp: 'Powiadom właściciela tej strony.',
  notUnderstood: 'Usługa nie rozumie tej strony',
  notUnderstoodHelp: 'Powiadom właściciela tej strony.',
  rateLimited: 'Za dużo sprawdzeń naraz',
  rateLimitedHelp: (seconds) =>
    count(seconds, {
      one: 'Odczekaj # sekundę i spróbuj ponownie.',
      other: 'Odczekaj # sekundy i spróbuj ponownie.',
      many: 'Odczekaj # sekund i spróbuj ponownie.',
    }),
  offline: 'Nie można połączyć się z usługą',
  offlineHelp: 'Sprawdź połączenie i spróbuj ponownie.',
  late: 'Usługa nie odpowiedziała na czas',
  lateHelp: 'Spróbuj ponownie; może pomóc szybsze połączenie.',
  busy: 'Usługa jest przeciążona',
  busyHelp: 'Spróbuj ponownie za chwilę.',
  internal: 'Samo sprawdzanie się nie powiodło',
  internalHelp: 'Powiadom właściciela tej strony. Więcej jest w jej konsoli.',
  badAnswer: 'Odpowiedź była nieczytelna',
  badAnswerHelp: 'Spróbuj ponownie lub powiadom właściciela tej strony.',
};
