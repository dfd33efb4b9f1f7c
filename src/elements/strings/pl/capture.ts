import type {ContentGroup} from '../../../core/metadata/capture-contents.js';
import type {Mode} from '../../../model/media-type.js';
import type {Standing} from '../states.js';
import type {ObstacleName} from '../en/capture.js';
import type {capture as English} from '../en/capture.js';
import {by, lists, plurals} from '../wording.js';

const count = plurals('pl');
const list = lists('pl');

const obstacles: Record<ObstacleName, readonly [photo: string, recording: string]> = {
  pending: ['Oczekiwanie na zgodę', 'Oczekiwanie na zgodę'],
  denied: ['Brak zgody na użycie aparatu', 'Brak zgody na użycie mikrofonu'],
  blocked: ['Aparat jest zablokowany', 'Mikrofon jest zablokowany'],
  'not-found': ['Nie znaleziono aparatu', 'Nie znaleziono mikrofonu'],
  'in-use': ['Aparat jest już używany', 'Mikrofon jest już używany'],
  insecure: ['Ta strona nie jest bezpieczna', 'Ta strona nie jest bezpieczna'],
  failed: ['Aparat się nie uruchomił', 'Mikrofon się nie uruchomił'],
};

const blocked =
  'Zezwól na dostęp w ustawieniach przeglądarki dla tej strony, a potem wybierz „Spróbuj ponownie”.';

const help: Record<ObstacleName | 'policy', readonly [photo: string, recording: string]> = {
  pending: [
    'Przeglądarka pyta o zgodę. Wybierz „Zezwól”.',
    'Przeglądarka pyta o zgodę. Wybierz „Zezwól”.',
  ],
  denied: [
    'Do zdjęcia potrzebny jest aparat. Przeglądarka może zapytać ponownie.',
    'Do nagrania potrzebny jest mikrofon. Przeglądarka może zapytać ponownie.',
  ],
  blocked: [blocked, blocked],
  policy: [
    'Witryna, która osadza tę stronę, nie pozwala jej używać aparatu.',
    'Witryna, która osadza tę stronę, nie pozwala jej używać mikrofonu.',
  ],
  'not-found': ['Podłącz aparat i spróbuj ponownie.', 'Podłącz mikrofon i spróbuj ponownie.'],
  'in-use': [
    'Inny program używa aparatu. Zamknij go i spróbuj ponownie.',
    'Inny program używa mikrofonu. Zamknij go i spróbuj ponownie.',
  ],
  insecure: ['Aparaty działają tylko przez https.', 'Mikrofony działają tylko przez https.'],
  failed: [
    'Spróbuj ponownie lub użyj innego aparatu.',
    'Spróbuj ponownie lub użyj innego mikrofonu.',
  ],
};

const partMissing = 'Nie wczytano części tej strony. Sprawdź sieć i wczytaj stronę ponownie.';

export const standings: Record<Standing, string> = {
  held: 'jeszcze bez pieczęci',
  misconfigured: 'jeszcze bez pieczęci',
  'awaits-plate': 'czeka na numer rejestracyjny',
  sealing: 'trwa pieczętowanie',
  waiting: 'czeka na sieć',
  delayed: 'czeka na następną próbę',
  sealed: 'z pieczęcią',
  delivering: 'z pieczęcią, trwa przesyłanie',
  undelivered: 'z pieczęcią, czeka na przesłanie',
  uploaded: 'z pieczęcią i na serwerze',
  failed: 'bez pieczęci',
};

const still = [
  'Trwa pieczętowanie zdjęcia. Proszę chwilę poczekać.',
  'Trwa pieczętowanie nagrania. Proszę chwilę poczekać.',
  'Trwa pieczętowanie zdjęć (#). Proszę chwilę poczekać.',
  'Trwa pieczętowanie nagrań (#). Proszę chwilę poczekać.',
] as const;

/** Of one photo, one recording, several photos, several recordings. */
const unsealed: Partial<
  Record<Standing, typeof still | readonly [string, string, string, string]>
> = {
  failed: [
    'Zdjęcie nie ma pieczęci. Spróbuj ponownie lub pomiń je.',
    'Nagranie nie ma pieczęci. Spróbuj ponownie lub pomiń je.',
    'Zdjęcia bez pieczęci: #. Spróbuj ponownie lub pomiń je.',
    'Nagrania bez pieczęci: #. Spróbuj ponownie lub pomiń je.',
  ],
  'awaits-plate': [
    'Zdjęcie nie ma jeszcze pieczęci. Potwierdź numer rejestracyjny.',
    'Nagranie nie ma jeszcze pieczęci. Potwierdź numer rejestracyjny.',
    'Zdjęcia jeszcze bez pieczęci: #. Potwierdź numery rejestracyjne.',
    'Nagrania jeszcze bez pieczęci: #. Potwierdź numery rejestracyjne.',
  ],
  held: [
    'Zdjęcie nie ma jeszcze pieczęci.',
    'Nagranie nie ma jeszcze pieczęci.',
    'Zdjęcia jeszcze bez pieczęci: #.',
    'Nagrania jeszcze bez pieczęci: #.',
  ],
  misconfigured: [
    'Zdjęcie nie ma jeszcze pieczęci. Strona jest źle skonfigurowana: powiadom jej właściciela.',
    'Nagranie nie ma jeszcze pieczęci. Strona jest źle skonfigurowana: powiadom jej właściciela.',
    'Zdjęcia jeszcze bez pieczęci: #. Strona jest źle skonfigurowana: powiadom jej właściciela.',
    'Nagrania jeszcze bez pieczęci: #. Strona jest źle skonfigurowana: powiadom jej właściciela.',
  ],
  waiting: [
    'Zdjęcie czeka na sieć. Potem zostanie opieczętowane automatycznie.',
    'Nagranie czeka na sieć. Potem zostanie opieczętowane automatycznie.',
    'Zdjęcia czekające na sieć: #. Potem zostaną opieczętowane automatycznie.',
    'Nagrania czekające na sieć: #. Potem zostaną opieczętowane automatycznie.',
  ],
  delayed: [
    'Zdjęcie nie ma jeszcze pieczęci. Następna próba nastąpi automatycznie.',
    'Nagranie nie ma jeszcze pieczęci. Następna próba nastąpi automatycznie.',
    'Zdjęcia jeszcze bez pieczęci: #. Następna próba nastąpi automatycznie.',
    'Nagrania jeszcze bez pieczęci: #. Następna próba nastąpi automatycznie.',
  ],
};

const groupNames: Record<ContentGroup, string> = {
  place: 'Lokalizacja',
  attitude: 'Orientacja',
  camera: 'Aparat',
  microphone: 'Mikrofon',
  device: 'Urządzenie',
  network: 'Sieć',
};

export const photos = (total: number, mode: Mode, rest: string) =>
  count(
    total,
    by(
      mode,
      {one: `# zdjęcie ${rest}`, other: `# zdjęcia ${rest}`, many: `# zdjęć ${rest}`},
      {one: `# nagranie ${rest}`, other: `# nagrania ${rest}`, many: `# nagrań ${rest}`},
    ),
  );

export const capture: Partial<typeof English> = {
  captureAsks: (mode, place, motion) => {
    if (place && motion)
      return by(
        mode,
        'Przeglądarka zapyta o aparat, lokalizację i czujniki ruchu. Lokalizacja i ruch są opcjonalne.',
        'Przeglądarka zapyta o mikrofon, lokalizację i czujniki ruchu. Lokalizacja i ruch są opcjonalne.',
      );
    if (place)
      return by(
        mode,
        'Przeglądarka zapyta o aparat i lokalizację. Lokalizacja jest opcjonalna.',
        'Przeglądarka zapyta o mikrofon i lokalizację. Lokalizacja jest opcjonalna.',
      );
    return motion
      ? by(
          mode,
          'Przeglądarka zapyta o aparat i czujniki ruchu. Ruch jest opcjonalny.',
          'Przeglądarka zapyta o mikrofon i czujniki ruchu. Ruch jest opcjonalny.',
        )
      : by(
          mode,
          'Włącz aparat, aby zrobić zdjęcie. Zaraz potem zostanie opieczętowane.',
          'Nagranie zostanie opieczętowane, gdy tylko się skończy.',
        );
  },
  captureObstacle: (name, mode) => by(mode, ...obstacles[name]),
  captureObstacleHelp: (name, mode, code) =>
    (code === 'part_missing' ? partMissing : by(mode, ...help[name])) + (code && ` (${code})`),
  captureAskAgain: 'Zapytaj ponownie',
  captureTryAgain: 'Spróbuj ponownie',
  captureContents: (groups, mode) =>
    groups.length > 0
      ? `Zostanie opieczętowane: ${list(groups.map((group) => groupNames[group]))}`
      : by(mode, 'Zostanie opieczętowane: tylko zdjęcie', 'Zostanie opieczętowane: tylko nagranie'),
  capturePlaceOff: 'Lokalizacja wyłączona',
  captureStands: (how, mode) => `${by(mode, 'Ostatnie zdjęcie', 'Nagranie')}: ${standings[how]}`,
  captureTimes: (taken, sealed) => `Wykonano: ${taken}${sealed && `\nOpieczętowano: ${sealed}`}`,
  captureStorageLow: (mode) =>
    by(
      mode,
      'Pamięć jest prawie pełna. Zwolnij miejsce, inaczej nowych zdjęć nie będzie można zachować.',
      'Pamięć jest prawie pełna. Zwolnij miejsce, inaczej nowych nagrań nie będzie można zachować.',
    ),
  captureSealedNow: (mode) => by(mode, 'Zdjęcie opieczętowane.', 'Nagranie opieczętowane.'),
  captureUploadedNow: 'Przesłano.',
  captureFailedNow: (mode, isStored) =>
    isStored
      ? by(
          mode,
          'Zdjęcie bez pieczęci. Jest tu zachowane.',
          'Nagranie bez pieczęci. Jest tu zachowane.',
        )
      : by(
          mode,
          'Zdjęcie bez pieczęci. Nie zamykaj tej strony.',
          'Nagranie bez pieczęci. Nie zamykaj tej strony.',
        ),
  captureAllFailed: (total, mode) => photos(total, mode, 'bez pieczęci'),
  captureAllWaiting: (total, mode) =>
    photos(total, mode, count(total, {few: 'czekają na sieć', other: 'czeka na sieć'})),
  captureNoAccess: (total, mode) =>
    photos(
      total,
      mode,
      count(total, {few: 'czekają na zalogowanie', other: 'czeka na zalogowanie'}),
    ),
  captureMisconfigured: (total, mode) =>
    photos(
      total,
      mode,
      'tutaj, jeszcze bez pieczęci. Strona jest źle skonfigurowana: powiadom jej właściciela.',
    ),
  captureNotSealedYet: (total, mode) => photos(total, mode, 'tutaj, jeszcze bez pieczęci'),
  captureNotUploaded: (total, mode) => photos(total, mode, 'z pieczęcią, ale bez przesłania'),
  captureMissing: (mode) => by(mode, 'Najpierw zrób zdjęcie.', 'Najpierw zrób nagranie.'),
  captureUnsealed: (how, total, mode) => {
    const [photo, recording, several, recordings] = unsealed[how] ?? still;
    return count(
      total,
      by(mode, {one: photo, other: several}, {one: recording, other: recordings}),
    );
  },
  captureLeaveOut: 'Pomiń',
  captureDisabled: 'Strona to wyłączyła.',
};
