import type {Standing} from '../../states.js';
import type {PhotoAct, viewer as English} from '../../en/photos/viewer.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('pl');

const states: Record<Standing, string> = {
  ...sentences(standings),
  misconfigured:
    'Jeszcze bez pieczęci. Ta strona jest źle skonfigurowana: proszę powiadomić jej właściciela',
  'awaits-plate': 'Jeszcze bez pieczęci: proszę potwierdzić numer rejestracyjny',
};

const acts: Record<PhotoAct, (which: string) => string> = {
  viewerTryAgain: (which) => `Spróbuj ponownie ze zdjęciem${which}`,
  viewerSave: (which) => `Zapisz zdjęcie${which}`,
  viewerShare: (which) => `Udostępnij zdjęcie${which}`,
  viewerSaveUnsealed: (which) => `Zapisz bez pieczęci zdjęcie${which}`,
  viewerDelete: (which) => `Usuń zdjęcie${which}`,
};

export const viewer: Partial<typeof English> = {
  viewerTitle: (position, count) => `Zdjęcie ${position} z ${count}`,
  viewerState: (standing) => states[standing],
  viewerTurned: (position, count, standing) =>
    `Zdjęcie ${position} z ${count}. ${states[standing]}.`,
  viewerTaken: (time) => `Zrobione ${time}`,
  viewerPicture: (time, standing) => `Zdjęcie zrobione ${time}. ${states[standing]}.`,
  viewerClose: 'Zamknij',
  viewerEarlier: 'Poprzednie zdjęcie',
  viewerLater: 'Następne zdjęcie',
  viewerEnlarge: 'Powiększ',
  viewerFit: 'Pomniejsz',
  viewerContents: 'Co jest pieczętowane razem ze zdjęciem',
  viewerContentsClose: 'Zamknij listę',
  viewerNoContents: 'Z tym zdjęciem nic więcej nie jest pieczętowane.',
  viewerRetake: 'Powtórz',
  viewerDelete: 'Usuń',
  viewerSave: 'Zapisz',
  viewerShare: 'Udostępnij',
  viewerSaveUnsealed: 'Zapisz bez pieczęci',
  viewerTryAgain: 'Spróbuj ponownie',
  viewerActOn: (act, time, shot) => acts[act]((shot && ` „${shot}”`) + `: ${time}`),
  viewerNoPicture: 'Nie można pokazać zdjęcia: jego pliku już tu nie ma.',
  viewerUnreadable: 'Nie można teraz pokazać zdjęcia. Nie zostało ono usunięte.',
  viewerFile: 'zdjecie',
  viewerDeleted: (total) =>
    count(total, {
      one: 'Zdjęcie usunięte. Można to cofnąć przez 10 sekund.',
      few: 'Usunięto # zdjęcia. Można to cofnąć przez 10 sekund.',
      other: 'Usunięto # zdjęć. Można to cofnąć przez 10 sekund.',
    }),
  viewerSaved: 'Zapisano.',
  viewerNotSaved: 'Nie zapisano: pliku już tu nie ma.',
  viewerNotReadable: 'Nie zapisano: nie można teraz odczytać pliku. Spróbuj ponownie.',
  viewerUploadedStays: 'Po usunięciu tutaj przesłana kopia pozostanie.',
  viewerAll: (total) =>
    count(total, {one: 'Pokaż # zdjęcie', few: 'Pokaż # zdjęcia', other: 'Pokaż # zdjęć'}),
  viewerCount: (total) => count(total, {one: '# zdjęcie', few: '# zdjęcia', other: '# zdjęć'}),
  viewerShowAll: 'Pokaż zdjęcia',
  viewerRoom: (used, left) => `Zapisano tu ${used}, wolne ${left}`,
  viewerGone: 'nie jest już tu zapisane',
  viewerFreeRoom:
    'Pamięć jest prawie pełna. Zapisz lub usuń zdjęcia, których już tu nie potrzebujesz.',
  viewerUseQuestion: 'Użyć tego zdjęcia?',
  viewerUse: 'Użyj',
  viewerUseSaid: (shot) => `Zdjęcie zrobione${shot && `: ${shot}`}. Użyć go czy powtórzyć?`,
  viewerUseWaits: (shot) =>
    `Wcześniejsze zdjęcie czeka na decyzję${shot && `: ${shot}`}. Użyć go czy powtórzyć?`,
  viewerUndecided: (more) =>
    count(more, {one: 'jeszcze # do decyzji', other: 'jeszcze # do decyzji'}),
  viewerDiscarded: 'Zdjęcie odrzucone.',
  viewerUnstored: 'Zdjęcie nie zostało zapisane. Nie zamykaj tej strony, inaczej przepadnie.',
  viewerAnswerNotStored:
    'Nie udało się zapisać odpowiedzi. Zdjęcie nadal tu jest: spróbuj ponownie.',
  viewerSelect: 'Wybierz',
  viewerSelectEnd: 'Anuluj',
  viewerSelectAll: 'Zaznacz wszystkie',
  viewerSelectNone: 'Odznacz wszystkie',
  viewerSelected: (total) =>
    total === 0 ? 'Nie wybrano zdjęć' : count(total, {one: 'Wybrano: #', other: 'Wybrano: #'}),
  viewerSomeUnsealed: 'Zdjęcia, które nie mają jeszcze pieczęci, zostaną zapisane bez niej.',
  viewerSaving: (position, total) => `Zapisywanie ${position} z ${total}`,
  viewerReading: (position, total) => `Odczytywanie ${position} z ${total}`,
  viewerSavedSome: (saved, total) =>
    `Zapisano ${saved} z ${total} zdjęć: pozostałych plików już tu nie ma.`,
  viewerReadSome: (saved, total) =>
    `Zapisano ${saved} z ${total} zdjęć: pozostałych plików nie można teraz odczytać. Spróbuj ponownie.`,
};
