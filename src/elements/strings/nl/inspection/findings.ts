import type {ErrorCode} from '../../../../model/errors.js';
import type {CheckOutcome} from '../../../seal-inspector/verdict/answer.js';
import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';
import type {findings as English} from '../../en/inspection/findings.js';
import {lists, plurals} from '../../wording.js';

const count = plurals('nl');
const list = lists('nl');

const questions: Record<CheckArea, string> = {
  content: 'Is het hetzelfde bestand?',
  signature: 'Is het zegel zelf ongewijzigd?',
  certificate: 'Was het certificaat geldig voor een zegel?',
  trust: 'Is de ondertekenaar hier bekend?',
  time: 'Is het tijdstip van verzegelen bevestigd?',
  statements: 'Zijn de verklaringen zoals ze ondertekend zijn?',
  ingredients: 'Zijn de zegels van de bronbestanden in orde?',
  identity: 'Is de identiteitsverklaring in orde?',
  clock: 'Liep de klok van het apparaat gelijk?',
  others: 'Andere controles',
};

const silences: Partial<Record<ErrorCode, string>> = {
  network_failed: 'was niet bereikbaar',
  timeout: 'antwoordde niet op tijd',
  service_unavailable: 'is overbelast',
  rate_limited: 'is overbelast',
  unauthorized: 'aanvaardde de sleutel niet',
  credentials_missing: 'vraagt een sleutel die deze pagina niet heeft',
  too_large: 'aanvaardt zo’n groot bestand niet',
  media_unsupported: 'leest geen bestanden van dit type',
};

const localSilences: Partial<Record<ErrorCode, string>> = {
  worker_unavailable:
    'Deze browser kon het controleprogramma, dat WebAssembly nodig heeft, niet uitvoeren.',
  media_unsupported: 'Deze browser kan bestanden van dit type niet controleren.',
};

const outcomes: Record<CheckOutcome, string> = {
  failed: 'Mislukt',
  unknown: 'Onbekend',
  noted: 'Opmerking',
  unconfirmed: 'Niet bevestigd',
  passed: 'In orde',
  unchecked: 'Niet gecontroleerd',
};

const counted: Record<CheckOutcome, (total: number) => string> = {
  failed: (total) => count(total, {other: '# mislukt'}),
  unknown: (total) => count(total, {other: '# onbekend'}),
  noted: (total) => count(total, {one: '# opmerking', other: '# opmerkingen'}),
  unconfirmed: (total) => count(total, {other: '# niet bevestigd'}),
  passed: (total) => count(total, {other: '# in orde'}),
  unchecked: (total) => count(total, {other: '# niet gecontroleerd'}),
};

export const findings: Partial<typeof English> = {
  checks: 'Wat er is gecontroleerd',
  checksCount: (counts) =>
    list(counts.flatMap(([outcome, total]) => (total ? counted[outcome](total) : []))),
  checkArea: (area) => questions[area],
  checkOutcome: (outcome) => outcomes[outcome],
  moreOf: (next, left) => `Nog ${next} van ${left} tonen`,
  moreText: 'Meer tonen',
  mixesScripts: (scripts) => `mengt letters uit verschillende alfabetten: ${scripts}`,
  allChecks: 'Alle codes tonen',
  notLookedAt: 'Hierover is niets gezegd.',
  noTimeStamp: 'Het zegel draagt geen tijdstempel.',
  forgivenSources:
    'Dat was al zo toen het eerdere bestand werd toegevoegd, en het verbreekt het zegel van dit bestand niet.',
  agreesWithBroken: 'Dat klopt met een zegel dat zelf niet meer is zoals het is ondertekend.',
  noSealedSources: 'Er is geen zegel van een eerder bestand bekeken.',
  checkedBy: (host) => `Gecontroleerd door ${host}.`,
  checkedHere: 'Gecontroleerd in deze browser; het bestand is niet verzonden.',
  thisBrowser: 'Deze browser',
  bothAgree: (host) => `Gecontroleerd door ${host} en in deze browser, met hetzelfde resultaat.`,
  bothDiffer:
    'De dienst en deze browser zijn het niet eens. Het voorzichtigste oordeel wordt getoond.',
  readDiffer: (host) =>
    `De dienst en deze browser komen tot hetzelfde oordeel, maar lezen niet hetzelfde in het zegel. Getoond wordt wat ${host} las.`,
  says: (who, verdict) => `${who}: ${verdict}`,
  differOn: 'Slechts bij een van de twee mislukt:',
  differIn: (parts) => `Ze lezen iets anders bij: ${parts}.`,
  signerAndTime: 'Ondertekenaar en tijdstip van verzegelen',
  oneAnswered: (silent, code, host) =>
    silent === 'service'
      ? `${host} ${silences[code] ?? 'gaf een onleesbaar antwoord'}. Dit oordeel komt alleen van deze browser.`
      : `${localSilences[code] ?? 'Deze browser kon niet te weten komen welke ondertekenaars te vertrouwen zijn.'} Dit oordeel komt alleen van ${host}.`,
};
