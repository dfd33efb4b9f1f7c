import type {ErrorCode} from '../../../../model/errors.js';
import type {CheckOutcome} from '../../../seal-inspector/verdict/answer.js';
import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';
import type {findings as English} from '../../en/inspection/findings.js';
import {lists, plurals} from '../../wording.js';

const count = plurals('fr');
const list = lists('fr');

const questions: Record<CheckArea, string> = {
  content: 'Est-ce le même fichier ?',
  signature: 'Le sceau lui-même est-il inchangé ?',
  certificate: 'Le certificat était-il valable pour un sceau ?',
  trust: 'Le signataire est-il connu ici ?',
  time: 'La date du sceau est-elle confirmée ?',
  statements: 'Les déclarations sont-elles celles qui ont été signées ?',
  ingredients: 'Les sceaux des fichiers source sont-ils en ordre ?',
  identity: 'La déclaration d’identité est-elle en ordre ?',
  clock: 'L’horloge de l’appareil était-elle juste ?',
  others: 'Autres vérifications',
};

const silences: Partial<Record<ErrorCode, string>> = {
  network_failed: 'est injoignable',
  timeout: 'n’a pas répondu à temps',
  service_unavailable: 'est surchargé',
  rate_limited: 'est surchargé',
  unauthorized: 'n’a pas accepté la clé',
  credentials_missing: 'exige une clé que cette page n’a pas',
  too_large: 'n’accepte pas un fichier aussi grand',
  media_unsupported: 'ne lit pas les fichiers de ce type',
};

const localSilences: Partial<Record<ErrorCode, string>> = {
  worker_unavailable:
    'Ce navigateur n’a pas pu lancer le programme de vérification, qui nécessite WebAssembly.',
  media_unsupported: 'Ce navigateur ne peut pas vérifier les fichiers de ce type.',
};

const outcomes: Record<CheckOutcome, string> = {
  failed: 'Échec',
  unknown: 'Inconnu',
  noted: 'À noter',
  unconfirmed: 'Non confirmé',
  passed: 'Réussi',
  unchecked: 'Non vérifié',
};

const counted: Record<CheckOutcome, (total: number) => string> = {
  failed: (total) => count(total, {other: '# en échec'}),
  unknown: (total) => count(total, {other: '# inconnus', one: '# inconnu'}),
  noted: (total) => count(total, {one: '# à noter', other: '# à noter'}),
  unconfirmed: (total) => count(total, {other: '# sans confirmation'}),
  passed: (total) => count(total, {other: '# en ordre'}),
  unchecked: (total) => count(total, {other: '# sans vérification'}),
};

export const findings: Partial<typeof English> = {
  checks: 'Ce qui a été vérifié',
  checksCount: (counts) =>
    list(counts.flatMap(([outcome, total]) => (total ? counted[outcome](total) : []))),
  checkArea: (area) => questions[area],
  checkOutcome: (outcome) => outcomes[outcome],
  moreOf: (next, left) => `Afficher ${next} de plus sur ${left}`,
  moreText: 'Afficher la suite',
  mixesScripts: (scripts) => `mélange les lettres de plusieurs alphabets : ${scripts}`,
  allChecks: 'Afficher tous les codes',
  notLookedAt: 'Rien n’a été constaté à ce sujet.',
  noTimeStamp: 'Le sceau ne porte pas d’horodatage.',
  forgivenSources:
    'C’était déjà le cas lorsque le fichier précédent a été ajouté ; cela ne brise pas le sceau de celui-ci.',
  agreesWithBroken: 'Cela concorde avec un sceau qui n’est lui-même plus tel qu’il a été signé.',
  noSealedSources: 'Aucun sceau d’un fichier précédent n’a été examiné.',
  checkedBy: (host) => `Vérifié par ${host}.`,
  checkedHere: 'Vérifié dans ce navigateur ; le fichier n’a pas été envoyé.',
  thisBrowser: 'Ce navigateur',
  bothAgree: (host) => `Vérifié par ${host} et dans ce navigateur, avec le même résultat.`,
  bothDiffer:
    'Le service et ce navigateur ne sont pas d’accord. Le verdict le plus prudent est affiché.',
  readDiffer: (host) =>
    `Le service et ce navigateur donnent le même verdict, mais ne lisent pas la même chose dans le sceau. Ce que ${host} a lu est affiché.`,
  says: (who, verdict) => `${who} : ${verdict}`,
  differOn: 'En échec pour une seule des deux :',
  differIn: (parts) => `Elles diffèrent sur : ${parts}.`,
  signerAndTime: 'Signataire et date du sceau',
  oneAnswered: (silent, code, host) =>
    silent === 'service'
      ? `${host} ${silences[code] ?? 'a donné une réponse illisible'}. Ce verdict vient de ce navigateur seul.`
      : `${localSilences[code] ?? 'Ce navigateur n’a pas pu savoir à quels signataires se fier.'} Ce verdict vient de ${host} seul.`,
};
