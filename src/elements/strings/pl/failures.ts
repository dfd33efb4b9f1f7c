import type {ErrorCode} from '../../../model/errors.js';
import type {failures as English} from '../en/failures.js';
import {by, plurals} from '../wording.js';
import {photos} from './capture.js';

const count = plurals('pl');

const tellOwner = 'Powiadom właściciela strony, a potem spróbuj ponownie.';
const noAnswer = 'Usługa nie odpowiedziała. Sprawdź połączenie i spróbuj ponownie.';
const oddAnswer = `Odpowiedź usługi była nieczytelna. ${tellOwner}`;
const partMissing =
  'Nie wczytano części tej strony. Plik jest zachowany tylko, dopóki ta strona jest otwarta: zapisz go, a potem wczytaj stronę ponownie.';
const busy = 'Spróbuj ponownie za kilka minut.';

const reasons: Partial<Record<ErrorCode, string>> = {
  unauthorized: `Usługa nie akceptuje klucza tej strony. ${tellOwner}`,
  origin_not_allowed: `Usługa nie dopuszcza tej strony. ${tellOwner}`,
  request_rejected: `Usługa odrzuciła żądanie. ${tellOwner}`,
  too_large: 'Plik jest większy, niż usługa przyjmuje. Zapisz go bez pieczęci.',
  media_unsupported: 'Plik tego rodzaju nie może mieć pieczęci. Zapisz go bez niej.',
  network_failed: noAnswer,
  timeout: noAnswer,
  rate_limited: `Usługa jest przeciążona. ${busy}`,
  service_unavailable: `Usługa nie działa. ${busy}`,
  response_invalid: oddAnswer,
  seal_mismatch: oddAnswer,
  storage_full:
    'Pamięć tej przeglądarki jest pełna. Plik jest zachowany tylko, dopóki ta strona jest otwarta: zapisz go albo zwolnij miejsce i spróbuj ponownie.',
  storage_unavailable:
    'Ta przeglądarka nie przechowuje pliku. Jest zachowany tylko, dopóki ta strona jest otwarta: zapisz go lub spróbuj ponownie.',
  worker_unavailable: partMissing,
  part_missing: partMissing,
};

const at = (status: string) => status && ` (status\u00a0${status})`;

export const failures: Partial<typeof English> = {
  failureCount: (total, mode) => photos(total, mode, 'bez pieczęci'),
  failureReason: (code) =>
    reasons[code] ?? 'Coś poszło nie tak. Spróbuj ponownie lub zapisz plik bez pieczęci.',
  failureNoService: `Ta strona jest źle skonfigurowana: pod jej adresem nie ma usługi. ${tellOwner}`,
  setupProblem: (code, mode) => {
    const files = by(mode, 'zdjęcia', 'nagrania');
    const ofFiles = by(mode, 'zdjęć', 'nagrań');
    switch (code) {
      case 'clock_wrong':
        return `Zegar tego urządzenia jest źle ustawiony. Ustaw go, inaczej Twoje ${files} będą miały błędny czas.`;
      case 'storage_unavailable':
        return `Ta przeglądarka nie przechowuje tu ${ofFiles}. Nie zamykaj tej strony, dopóki wszystko nie zostanie zapieczętowane.`;
      case 'credentials_missing':
        return `Twoje ${files} pozostają tutaj, ale bez pieczęci. Zaloguj się lub powiadom właściciela strony.`;
      default:
        return `Ta strona jest źle skonfigurowana: Twoje ${files} pozostają tutaj, ale bez pieczęci. Powiadom właściciela.`;
    }
  },
  failureRetry: 'Spróbuj ponownie',
  failureSave: 'Zapisz bez pieczęci',
  failureDelete: 'Usuń',
  failureDeleted: (total, mode) =>
    count(
      total,
      by(
        mode,
        {one: 'Usunięto # zdjęcie', other: 'Usunięto # zdjęcia', many: 'Usunięto # zdjęć'},
        {one: 'Usunięto # nagranie', other: 'Usunięto # nagrania', many: 'Usunięto # nagrań'},
      ),
    ),
  failureUndo: 'Cofnij',
  failureKept: (total, mode) =>
    count(
      total,
      by(
        mode,
        {one: 'Zachowano # zdjęcie.', other: 'Zachowano # zdjęcia.', many: 'Zachowano # zdjęć.'},
        {one: 'Zachowano # nagranie.', other: 'Zachowano # nagrania.', many: 'Zachowano # nagrań.'},
      ),
    ),
  failureSaved: 'Zapisano bez pieczęci.',
  failureNotSaved: 'Nie zapisano: pliku już tu nie ma.',
  failureNotReadable: 'Nie zapisano: nie można teraz odczytać pliku. Spróbuj ponownie.',
  failureFile: (mode) => by(mode, 'zdjecie', 'nagranie'),
  captureUploading: (total, percent, mode) =>
    count(
      total,
      by(
        mode,
        {
          one: `Przesyłanie: # zdjęcie, ${percent}\u00a0%`,
          other: `Przesyłanie: # zdjęcia, ${percent}\u00a0%`,
          many: `Przesyłanie: # zdjęć, ${percent}\u00a0%`,
        },
        {
          one: `Przesyłanie: # nagranie, ${percent}\u00a0%`,
          other: `Przesyłanie: # nagrania, ${percent}\u00a0%`,
          many: `Przesyłanie: # nagrań, ${percent}\u00a0%`,
        },
      ),
    ),
  captureToUpload: (total, mode) => photos(total, mode, 'z pieczęcią, do przesłania'),
  failureRefused: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'tego zdjęcia', other: 'tych zdjęć'},
        {one: 'tego nagrania', other: 'tych nagrań'},
      ),
    );
    return `Serwer nie przyjmuje ${them}${at(status)}.`;
  },
  failureTooLarge: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'Zdjęcie jest', other: 'Zdjęcia są'},
        {one: 'Nagranie jest', other: 'Nagrania są'},
      ),
    );
    return `${them} za duże dla serwera${at(status)}.`;
  },
  failureUnconfirmed: (status) => `Serwer nie potwierdza przesłania${at(status)}.`,
  failureUnreadable: 'Ta strona nie może odczytać odpowiedzi serwera (CORS): status nieznany.',
};
