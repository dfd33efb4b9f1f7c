import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';
import type {fileFacts as English} from '../../en/inspection/file-facts.js';
import {own, plurals} from '../../wording.js';

const count = plurals('pl');

const sourceTypes: Record<string, string> = {
  digitalCapture: 'zarejestrowane aparatem lub mikrofonem',
  computationalCapture: 'złożone z kilku ujęć aparatu',
  negativeFilm: 'zdigitalizowane z filmu',
  positiveFilm: 'zdigitalizowane z filmu',
  print: 'zdigitalizowane z odbitki',
  humanEdits: 'edytowane przez człowieka',
  minorHumanEdits: 'lekko edytowane przez człowieka',
  algorithmicallyEnhanced: 'ulepszone przez algorytm',
  compositeCapture: 'złożone z kilku nagrań',
  composite: 'złożone z kilku źródeł',
  compositeSynthetic: 'złożone, z częściami stworzonymi przez algorytm',
  compositeWithTrainedAlgorithmicMedia: 'edytowane wyuczonym algorytmem (SI)',
  trainedAlgorithmicMedia: 'stworzone przez wyuczony algorytm (SI)',
  trainedAlgorithmicData: 'stworzone przez wyuczony algorytm (SI)',
  algorithmicMedia: 'stworzone przez algorytm',
  dataDrivenMedia: 'stworzone z danych',
  digitalCreation: 'stworzone przez człowieka za pomocą oprogramowania',
  digitalArt: 'stworzone przez człowieka za pomocą oprogramowania',
  virtualRecording: 'nagrane w scenie wirtualnej',
  screenCapture: 'nagrane z ekranu',
};

const actions: Record<string, string> = {
  addedText: 'Dodano tekst',
  adjustedColor: 'Dostosowano kolory',
  color_adjustments: 'Dostosowano kolory',
  changedSpeed: 'Zmieniono prędkość',
  converted: 'Przekonwertowano',
  created: 'Utworzono',
  cropped: 'Przycięto',
  deleted: 'Usunięto część',
  drawing: 'Dodano rysunek',
  dubbed: 'Zdubbingowano',
  edited: 'Edytowano',
  'edited.metadata': 'Edytowano opis',
  enhanced: 'Ulepszono',
  filtered: 'Zastosowano filtr',
  opened: 'Otwarto',
  orientation: 'Obrócono',
  placed: 'Dodano treść',
  published: 'Opublikowano',
  redacted: 'Usunięto część pieczęci',
  removed: 'Usunięto treść',
  repackaged: 'Przepakowano',
  resized: 'Zmieniono rozmiar',
  transcoded: 'Przekonwertowano',
  translated: 'Przetłumaczono',
  trimmed: 'Skrócono',
  unknown: 'Nieznana zmiana',
  watermarked: 'Dodano znak wodny',
};

const origins: Record<Parameters<typeof English.origin>[0], string> = {
  captured: 'Według pieczęci zarejestrował go aparat lub mikrofon.',
  file: 'Ten plik istniał, zanim został opieczętowany. Pieczęć nie mówi, jak powstał.',
  sealedFile: 'Według pieczęci powstał z pliku, który miał własną pieczęć.',
};

const sealedParts: Record<string, string> = {
  place: 'Lokalizacja',
  device: 'Urządzenie i jego sieć',
  gathered: 'Podane przez innych (znaczniki, numer rejestracyjny)',
  capture: 'Czasy i pomiary',
};

const redactionReasons: Record<string, string> = {
  'c2pa.PII.present': 'Powód: dane osobowe.',
  'c2pa.invalid.data': 'Powód: błędne dane.',
  'c2pa.trade-secret.present': 'Powód: tajemnica handlowa.',
  'c2pa.government.confidential': 'Powód: poufne.',
};

const relationships: Record<Parameters<typeof English.relationship>[0], string> = {
  parentOf: 'Z niego powstał ten plik',
  componentOf: 'Część tego pliku',
  inputTo: 'Przekazany programowi, który utworzył ten plik',
};

const troubles: Record<CheckArea, string> = {
  content: 'Przy dodawaniu treść była zmieniona.',
  signature: 'Przy dodawaniu pieczęć była zmieniona.',
  certificate: 'Przy dodawaniu certyfikat nie był ważny dla pieczęci.',
  trust: 'Przy dodawaniu podpisujący nie był znany.',
  time: 'Przy dodawaniu czas pieczętowania nie był potwierdzony.',
  statements: 'Przy dodawaniu oświadczenia nie były takie, jak podpisano.',
  ingredients: 'Przy dodawaniu pieczęć pliku źródłowego nie była w porządku.',
  identity: 'Przy dodawaniu oświadczenie o tożsamości nie było w porządku.',
  clock: 'Przy dodawaniu zegar urządzenia był niedokładny.',
  others: 'Przy dodawaniu jedno sprawdzenie się nie powiodło.',
};

export const fileFacts: Partial<typeof English> = {
  notConfirmedMark: '(niepotwierdzone)',
  readingFile: 'Odczytywanie pliku.',
  fileUnreadable: 'Nie udało się go odczytać.',
  readingSeal: 'Odczytywanie pozostałej zawartości pieczęci.',
  factsFailed: 'To urządzenie nie mogło odczytać pozostałej zawartości pieczęci.',
  typeByContent: 'Typ według zawartości',
  pixels: 'Szerokość × wysokość',
  duration: 'Czas trwania',
  sha256: 'Odcisk (SHA-256)',
  copySha256: 'Kopiuj odcisk',
  plateShown: 'Pokaż, gdzie jest numer',
  plateMarked: (plate) => `Plik w obecnej postaci. Numer jest zaznaczony: ${plate}.`,
  certificates: 'Certyfikaty',
  otherCertificates: 'To nie są certyfikaty, których dotyczy werdykt.',
  issuer: (name, time) => `Wystawca: ${name} · ważny do ${time}`,
  serialNumber: 'Numer seryjny',
  keyAlgorithm: 'Klucz',
  copyPem: 'Kopiuj jako PEM',
  expiredSince: 'Od tego czasu wygasł; w chwili znacznika czasu był ważny.',
  notValidThen: 'W chwili znacznika czasu nie był ważny.',
  notValidNow: 'Teraz nie jest ważny.',
  trustList: 'Znany z',
  byOfficialList: 'listy zaufania C2PA',
  byOwnRoots: 'certyfikatów głównych zaufanych tutaj',
  byInterimList: 'listy tymczasowej, zamkniętej w styczniu 2026',
  assuranceLevel: 'Poziom pewności (C2PA)',
  product: 'Produkt',
  maker: 'Producent',
  maximumLevel: 'Najwyższy poziom pewności',
  productStatus: 'Status produktu',
  conformant: 'zgodny',
  disallowedSignals: 'Czego nie może twierdzić',
  noCapture: 'że zarejestrował media',
  noStitchedCapture: 'że złożył zarejestrowane media',
  noCreation: 'że media powstały bez SI',
  unconfirmedPicture: 'Niepotwierdzone: to może nie być to, co sfotografowano.',
  notPackedHere: 'Przeglądarka nie mogła uruchomić skryptu, który zbiera dowody.',
  andMore: (total, isLeast) =>
    isLeast
      ? count(total, {other: 'I jeszcze co najmniej #.'})
      : count(total, {other: 'I jeszcze #.'}),
  history: 'Co zrobiono z plikiem',
  origin: (origin) => origins[origin],
  action: (name) => own(actions, name.replace('c2pa.', '')) ?? name,
  sourceType: (name) => own(sourceTypes, name) ?? name,
  madeBy: (how) => `Według pieczęci: ${how}.`,
  withSoftware: (name) => `program: ${name}`,
  redactions: 'Co usunięto z pieczęci',
  part: (section) => own(sealedParts, section) ?? section,
  takenOutBy: (name = 'podpisujący bez nazwy') => `usunął: ${name}`,
  takenOutFor: (reason) => own(redactionReasons, reason) ?? `Powód: ${reason}`,
  ingredients: 'Z czego powstał',
  untitled: 'Plik bez nazwy',
  relationship: (relationship) => relationships[relationship],
  ingredientSigner: (name) => `Pieczęć: ${name}`,
  ingredientUnsigned: 'Nie podano podpisującego',
  ingredientUnsealed: 'Nie miał pieczęci',
  ingredientFailed: (area, name) => (name ? `${name}: ${troubles[area]}` : troubles[area]),
  compare: 'Porównaj z oryginałem',
  before: 'Przedtem',
  now: 'Ten plik',
  overlaid: 'Jeden na drugim',
  divide: 'Jaka część wcześniejszego obrazu jest widoczna',
};
