import type {ErrorCode} from '../../../model/errors.js';
import type {failures as English} from '../en/failures.js';
import {by, plurals} from '../wording.js';
import {photos} from './capture.js';

const count = plurals('fr');

const tellOwner = 'Signalez-le au responsable de la page, puis réessayez.';
const noAnswer = 'Le service n’a pas répondu. Vérifiez votre connexion, puis réessayez.';
const oddAnswer = `La réponse du service était illisible. ${tellOwner}`;
const partMissing =
  'Une partie de cette page n’a pas été chargée. Le fichier n’est conservé que tant que cette page est ouverte : enregistrez-le, puis rechargez la page.';
const busy = 'Réessayez dans quelques minutes.';

const reasons: Partial<Record<ErrorCode, string>> = {
  unauthorized: `Le service n’accepte pas la clé de cette page. ${tellOwner}`,
  origin_not_allowed: `Le service n’autorise pas cette page. ${tellOwner}`,
  request_rejected: `Le service a refusé la demande. ${tellOwner}`,
  too_large: 'Le fichier est plus grand que ce que le service accepte. Enregistrez-le sans sceau.',
  media_unsupported:
    'Un fichier de ce type ne peut pas porter de sceau. Enregistrez-le sans sceau.',
  network_failed: noAnswer,
  timeout: noAnswer,
  rate_limited: `Le service est surchargé. ${busy}`,
  service_unavailable: `Le service est en panne. ${busy}`,
  response_invalid: oddAnswer,
  seal_mismatch: oddAnswer,
  storage_full:
    'Le stockage de ce navigateur est plein. Le fichier n’est conservé que tant que cette page est ouverte : enregistrez-le, ou libérez de l’espace et réessayez.',
  storage_unavailable:
    'Ce navigateur ne stocke pas le fichier. Il n’est conservé que tant que cette page est ouverte : enregistrez-le ou réessayez.',
  worker_unavailable: partMissing,
  part_missing: partMissing,
};

const at = (status: string) => status && ` (statut\u00a0${status})`;

export const failures: Partial<typeof English> = {
  failureCount: (total, mode) => photos(total, mode, 'sans sceau'),
  failureReason: (code) =>
    reasons[code] ?? 'Un problème est survenu. Réessayez ou enregistrez le fichier sans sceau.',
  failureNoService: `Cette page est mal configurée : il n’y a pas de service à son adresse. ${tellOwner}`,
  setupProblem: (code, mode) => {
    const files = by(mode, 'photos', 'enregistrements');
    switch (code) {
      case 'clock_wrong':
        return `L’horloge de cet appareil est fausse. Réglez-la, sinon vos ${files} porteront une heure fausse.`;
      case 'storage_unavailable':
        return `Ce navigateur ne stocke pas de ${files} ici. Gardez cette page ouverte jusqu’à ce que tout soit scellé.`;
      case 'credentials_missing':
        return `Vos ${files} restent ici, sans sceau pour l’instant. Connectez-vous ou signalez-le au responsable de la page.`;
      default:
        return `Cette page est mal configurée : vos ${files} restent ici, mais sans sceau. Signalez-le au responsable.`;
    }
  },
  failureRetry: 'Réessayer',
  failureSave: 'Enregistrer sans sceau',
  failureDelete: 'Supprimer',
  failureDeleted: (total, mode) =>
    count(
      total,
      by(
        mode,
        {one: '# photo supprimée', other: '# photos supprimées'},
        {one: '# enregistrement supprimé', other: '# enregistrements supprimés'},
      ),
    ),
  failureUndo: 'Annuler la suppression',
  failureKept: (total, mode) =>
    count(
      total,
      by(
        mode,
        {one: '# photo conservée.', other: '# photos conservées.'},
        {one: '# enregistrement conservé.', other: '# enregistrements conservés.'},
      ),
    ),
  failureSaved: 'Enregistré sans sceau.',
  failureNotSaved: 'Non enregistré : le fichier n’est plus conservé ici.',
  failureNotReadable: 'Non enregistré : le fichier ne peut pas être lu pour le moment. Réessayez.',
  failureFile: (mode) => by(mode, 'photo', 'enregistrement'),
  captureUploading: (total, percent, mode) =>
    count(
      total,
      by(
        mode,
        {one: `Envoi de # photo, ${percent}\u00a0%`, other: `Envoi de # photos, ${percent}\u00a0%`},
        {
          one: `Envoi de # enregistrement, ${percent}\u00a0%`,
          other: `Envoi de # enregistrements, ${percent}\u00a0%`,
        },
      ),
    ),
  captureToUpload: (total, mode) => photos(total, mode, 'avec sceau, en attente d’envoi'),
  failureRefused: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'cette photo', other: 'ces photos'},
        {one: 'cet enregistrement', other: 'ces enregistrements'},
      ),
    );
    return `Le serveur n’accepte pas ${them}${at(status)}.`;
  },
  failureTooLarge: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'La photo est trop volumineuse', other: 'Les photos sont trop volumineuses'},
        {
          one: 'L’enregistrement est trop volumineux',
          other: 'Les enregistrements sont trop volumineux',
        },
      ),
    );
    return `${them} pour le serveur${at(status)}.`;
  },
  failureUnconfirmed: (status) => `Le serveur ne confirme pas l’envoi${at(status)}.`,
  failureUnreadable: 'Cette page ne peut pas lire la réponse du serveur (CORS) : statut inconnu.',
};
