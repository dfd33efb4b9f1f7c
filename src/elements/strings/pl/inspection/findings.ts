import type {ErrorCode} from '../../../../model/errors.js';
import type {CheckOutcome} from '../../../seal-inspector/verdict/answer.js';
import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';
import type {findings as English} from '../../en/inspection/findings.js';
import {lists, plurals} from '../../wording.js';

const count = plurals('pl');
const list = lists('pl');

const questions: Record<CheckArea, string> = {
  content: 'Czy to ten sam plik?',
  signature: 'Czy sama pieczęć jest niezmieniona?',
  certificate: 'Czy certyfikat był ważny dla pieczęci?',
  trust: 'Czy podpisujący jest tu znany?',
  time: 'Czy czas pieczętowania jest potwierdzony?',
  statements: 'Czy oświadczenia są takie, jak podpisano?',
  ingredients: 'Czy pieczęcie plików źródłowych są w porządku?',
  identity: 'Czy oświadczenie o tożsamości jest w porządku?',
  clock: 'Czy zegar urządzenia był dokładny?',
  others: 'Inne sprawdzenia',
};

const silences: Partial<Record<ErrorCode, string>> = {
  network_failed: '– brak połączenia',
  timeout: '– brak odpowiedzi na czas',
  service_unavailable: '– usługa przeciążona',
  rate_limited: '– usługa przeciążona',
  unauthorized: '– klucz odrzucony',
  credentials_missing: '– wymaga klucza, którego ta strona nie ma',
  too_large: '– nie przyjmuje tak dużego pliku',
  media_unsupported: '– nie odczytuje plików tego rodzaju',
};

const localSilences: Partial<Record<ErrorCode, string>> = {
  worker_unavailable:
    'Przeglądarka nie mogła uruchomić programu sprawdzającego, który wymaga WebAssembly.',
  media_unsupported: 'Ta przeglądarka nie może sprawdzać plików tego rodzaju.',
};

const outcomes: Record<CheckOutcome, string> = {
  failed: 'Niepowodzenie',
  unknown: 'Nieznane',
  noted: 'Uwaga',
  unconfirmed: 'Niepotwierdzone',
  passed: 'W porządku',
  unchecked: 'Niesprawdzone',
};

const counted: Record<CheckOutcome, (total: number) => string> = {
  failed: (total) => count(total, {other: 'niepowodzenia: #'}),
  unknown: (total) => count(total, {other: 'nieznane: #'}),
  noted: (total) => count(total, {one: 'uwagi: #', other: 'uwagi: #'}),
  unconfirmed: (total) => count(total, {other: 'niepotwierdzone: #'}),
  passed: (total) => count(total, {other: 'w porządku: #'}),
  unchecked: (total) => count(total, {other: 'niesprawdzone: #'}),
};

export const findings: Partial<typeof English> = {
  checks: 'Co sprawdzono',
  checksCount: (counts) =>
    list(counts.flatMap(([outcome, total]) => (total ? counted[outcome](total) : []))),
  checkArea: (area) => questions[area],
  checkOutcome: (outcome) => outcomes[outcome],
  moreOf: (next, left) => `Pokaż kolejne ${next} z ${left}`,
  moreText: 'Pokaż dalszy ciąg',
  mixesScripts: (scripts) => `miesza litery różnych alfabetów: ${scripts}`,
  allChecks: 'Pokaż wszystkie kody',
  notLookedAt: 'Nic o tym nie stwierdzono.',
  noTimeStamp: 'Pieczęć nie ma znacznika czasu.',
  forgivenSources:
    'Tak było już przy dodawaniu wcześniejszego pliku i nie narusza to pieczęci tego pliku.',
  agreesWithBroken: 'Zgadza się to z pieczęcią, która sama nie jest już taka, jak ją podpisano.',
  noSealedSources: 'Nie sprawdzono żadnej pieczęci wcześniejszego pliku.',
  checkedBy: (host) => `Sprawdzono przez ${host}.`,
  checkedHere: 'Sprawdzono w tej przeglądarce; plik nie został wysłany.',
  thisBrowser: 'Ta przeglądarka',
  bothAgree: (host) => `Sprawdzono przez ${host} i w tej przeglądarce, z tym samym wynikiem.`,
  bothDiffer: 'Usługa i ta przeglądarka podają różne werdykty. Pokazany jest ostrożniejszy.',
  readDiffer: (host) =>
    `Usługa i ta przeglądarka podają ten sam werdykt, ale z pieczęci odczytały co innego. Pokazano odczyt ${host}.`,
  says: (who, verdict) => `${who}: ${verdict}`,
  differOn: 'Tylko w jednym sprawdzeniu niepowodzenie:',
  differIn: (parts) => `Różnice w odczycie: ${parts}.`,
  signerAndTime: 'Podpisujący i czas pieczętowania',
  oneAnswered: (silent, code, host) =>
    silent === 'service'
      ? `${host} ${silences[code] ?? '– odpowiedź była nieczytelna'}. Ten werdykt pochodzi tylko z tej przeglądarki.`
      : `${localSilences[code] ?? 'Przeglądarka nie mogła ustalić, którym podpisującym ufać.'} Ten werdykt pochodzi tylko od ${host}.`,
};
