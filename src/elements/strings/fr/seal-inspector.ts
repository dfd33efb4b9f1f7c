import type {FileState} from '../en/seal-inspector.js';
import type {sealInspector as English} from '../en/seal-inspector.js';
import {plurals} from '../wording.js';
import {verdict} from './inspection/verdict.js';

const count = plurals('fr');

const filesInState: Record<FileState, (total: number) => string> = {
  valid: (total) => count(total, {other: '# intacts', one: '# intact'}),
  interim: (total) =>
    count(total, {other: '# connus d’une liste close', one: '# connu d’une liste close'}),
  untrusted: (total) => count(total, {other: '# avec un signataire inconnu'}),
  invalid: (total) => count(total, {other: '# avec un sceau brisé'}),
  none: (total) => count(total, {other: '# sans sceau'}),
  unchecked: (total) => count(total, {other: '# non vérifiables', one: '# non vérifiable'}),
  failed: (total) => count(total, {other: '# non vérifiables', one: '# non vérifiable'}),
  cancelled: (total) => count(total, {other: '# annulés', one: '# annulé'}),
  working: (total) => count(total, {other: '# en cours de vérification'}),
  waiting: (total) => count(total, {one: '# en attente', other: '# en attente'}),
};

export const sealInspector: Partial<typeof English> = {
  ...verdict,
  dropHere: 'Déposez ici des photos ou des enregistrements',
  dropAnother: 'Déposez d’autres fichiers',
  dropNow: 'Relâchez pour vérifier',
  orPaste: 'ou collez-les, ou choisissez-les.',
  choose: 'Choisir des fichiers',
  chooseFolder: 'ou un dossier',
  fileGoesTo: (host) =>
    `Les fichiers sont envoyés à ${host} pour vérification et ne sont pas conservés.`,
  fileStays: 'Les fichiers sont vérifiés dans ce navigateur et ne sont envoyés nulle part.',
  filesLeft: (others, isCut) =>
    [
      others > 0
        ? count(others, {
            one: '# fichier d’un autre type est laissé de côté.',
            other: '# fichiers d’un autre type sont laissés de côté.',
          })
        : '',
      isCut ? 'Il y en avait plus qu’on ne peut en vérifier à la fois.' : '',
    ]
      .join(' ')
      .trim(),
  filesCount: (total) => count(total, {one: '# fichier', other: '# fichiers'}),
  filesIn: (state, total) => filesInState[state](total),
  filesSummary: (files, states) => `${files} : ${states}`,
  checkingFiles: (total) =>
    count(total, {one: 'Vérification de # fichier.', other: 'Vérification de # fichiers.'}),
  filesHeld: 'Le service est surchargé. La vérification reprend automatiquement.',
  waitsForOthers: 'Attend les fichiers précédents.',
  listMissing: 'La liste n’a pas été chargée.',
  cancelled: 'Non vérifié',
  cancelledHelp: 'La vérification a été annulée.',
  sending: (percent) => `Envoi du fichier : ${percent}.`,
  readingHere: (percent) => `Lecture du fichier dans ce navigateur : ${percent}.`,
  checking: 'Vérification du sceau.',
  cancel: 'Annuler',
  problemSaid: (problem, help) => `${problem}. ${help}`,
  tryAgain: 'Réessayer',
  checkHere: 'Vérifier plutôt dans ce navigateur',
  noAccess: 'Cette page n’a pas accès au service',
  noAccessHelp: 'Connectez-vous ou signalez-le au responsable de cette page.',
  unauthorizedHelp: 'Signalez-le au responsable de cette page, qui peut fournir une clé valable.',
  forbiddenHelp:
    'Signalez-le au responsable de cette page : sa clé ne permet pas les vérifications.',
  notFoundHelp: 'Signalez-le au responsable de cette page, qui peut corriger l’adresse.',
  noWorker: 'Ce navigateur ne peut pas vérifier ici',
  noWorkerHelp:
    'Réessayez. Si cela persiste, les programmes nécessaires à la vérification manquent dans la page, ou elle ne les autorise pas.',
  noPart: 'Une partie de cette page n’a pas été chargée',
  noPartHelp: 'Vérifiez le réseau, puis réessayez. Si cela persiste, rechargez la page.',
  tooLarge: 'Le fichier est trop grand',
  tooLargeHelp: 'Ne le réduisez pas : une copie perd le sceau. Demandez au service sa limite.',
  notMedia: 'Aucun sceau n’est lu dans ce type de fichier',
  notMediaHelp:
    'Choisissez une photo, une vidéo, un enregistrement ou un PDF, par exemple JPEG, HEIC, TIFF, MP4, MOV, MP3, WAV ou FLAC.',
  empty: 'Ce fichier est vide',
  emptyHelp: 'Choisissez-en un autre, ou récupérez-le à nouveau là d’où il vient.',
  unreadable: 'Le fichier n’a pas pu être lu',
  unreadableHelp:
    'Il a peut-être été déplacé, modifié ou supprimé, ou c’est un dossier. Choisissez-le à nouveau.',
  misconfigured: 'Cette page est mal configurée',
  misconfiguredHelp: 'Signalez-le au responsable de cette page.',
  notUnderstood: 'Le service ne comprend pas cette page',
  notUnderstoodHelp: 'Signalez-le au responsable de cette page.',
  rateLimited: 'Trop de vérifications à la fois',
  rateLimitedHelp: (seconds) =>
    count(seconds, {
      one: 'Attendez # seconde, puis réessayez.',
      other: 'Attendez # secondes, puis réessayez.',
    }),
  offline: 'Le service est injoignable',
  offlineHelp: 'Vérifiez votre connexion, puis réessayez.',
  late: 'Le service n’a pas répondu à temps',
  lateHelp: 'Réessayez ; une connexion plus rapide peut aider.',
  busy: 'Le service est surchargé',
  busyHelp: 'Réessayez dans un instant.',
  internal: 'La vérification elle-même a échoué',
  internalHelp: 'Signalez-le au responsable de cette page. Sa console en dit plus.',
  badAnswer: 'La réponse était illisible',
  badAnswerHelp: 'Réessayez, ou signalez-le au responsable de cette page.',
};
