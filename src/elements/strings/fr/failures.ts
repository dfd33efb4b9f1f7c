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

export const failures: Partial<typeof English> = {
  failureCount: (total, mode) => photos(total, mode, 'sans sceau'),
  failureReason: (code) =>
    reasons[code] ?? 'Un problème est survenu. Réessayez ou enregistrez le fichier sans sceau.',
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
};
