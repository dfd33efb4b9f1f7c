import type {Standing} from '../../states.js';
import type {PhotoAct, viewer as English} from '../../en/photos/viewer.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('fr');

const states: Record<Standing, string> = {
  ...sentences(standings),
  misconfigured: 'Pas encore de sceau. Cette page est mal configurée : prévenez son responsable',
  'awaits-plate': 'Pas encore de sceau : confirmez la plaque',
};

const acts: Record<PhotoAct, (which: string) => string> = {
  viewerTryAgain: (which) => `Réessayer avec la photo ${which}`,
  viewerSave: (which) => `Enregistrer la photo ${which}`,
  viewerShare: (which) => `Partager la photo ${which}`,
  viewerSaveUnsealed: (which) => `Enregistrer sans sceau la photo ${which}`,
  viewerDelete: (which) => `Supprimer la photo ${which}`,
};

export const viewer: Partial<typeof English> = {
  viewerTitle: (position, count) => `Photo ${position} sur ${count}`,
  viewerState: (standing) => states[standing],
  viewerTurned: (position, count, standing) =>
    `Photo ${position} sur ${count}. ${states[standing]}.`,
  viewerTaken: (time) => `Prise le ${time}`,
  viewerPicture: (time, standing) => `Photo prise le ${time}. ${states[standing]}.`,
  viewerClose: 'Fermer',
  viewerEarlier: 'Photo précédente',
  viewerLater: 'Photo suivante',
  viewerEnlarge: 'Agrandir',
  viewerFit: 'Réduire',
  viewerContents: 'Ce qui est scellé avec la photo',
  viewerContentsClose: 'Fermer la liste',
  viewerNoContents: 'Rien d’autre n’est scellé avec cette photo.',
  viewerRetake: 'Reprendre',
  viewerDelete: 'Supprimer',
  viewerSave: 'Enregistrer',
  viewerShare: 'Partager',
  viewerSaveUnsealed: 'Enregistrer sans sceau',
  viewerTryAgain: 'Réessayer',
  viewerActOn: (act, time, shot) => acts[act]((shot && `« ${shot} » `) + `du ${time}`),
  viewerNoPicture: 'La photo ne peut pas être affichée : son fichier n’est plus conservé ici.',
  viewerUnreadable:
    'La photo ne peut pas être affichée pour le moment. Elle n’a pas été supprimée.',
  viewerFile: 'photo',
  viewerDeleted: (total) =>
    count(total, {
      one: 'Photo supprimée. Vous pouvez annuler pendant 10 secondes.',
      other: '# photos supprimées. Vous pouvez annuler pendant 10 secondes.',
    }),
  viewerSaved: 'Enregistrée.',
  viewerNotSaved: 'Non enregistrée : le fichier n’est plus conservé ici.',
  viewerNotReadable: 'Non enregistrée : le fichier ne peut pas être lu pour le moment. Réessayez.',
  viewerUploadedStays: 'La supprimer ici n’efface pas le fichier envoyé.',
  viewerAll: (total) => count(total, {one: 'Afficher # photo', other: 'Afficher # photos'}),
  viewerCount: (total) => count(total, {one: '# photo', other: '# photos'}),
  viewerShowAll: 'Afficher les photos',
  viewerRoom: (used, left) => `${used} stockés ici, ${left} libres`,
  viewerGone: 'n’est plus conservée ici',
  viewerFreeRoom:
    'Le stockage est presque plein. Enregistrez ou supprimez les photos dont vous n’avez plus besoin ici.',
  viewerUseQuestion: 'Utiliser cette photo ?',
  viewerUse: 'Utiliser',
  viewerUseSaid: (shot) => `Photo prise${shot && ` : ${shot}`}. L’utiliser ou la reprendre ?`,
  viewerUseWaits: (shot) =>
    `Une photo précédente attend votre choix${shot && ` : ${shot}`}. L’utiliser ou la reprendre ?`,
  viewerUndecided: (more) =>
    count(more, {one: 'encore # autre à décider', other: 'encore # autres à décider'}),
  viewerDiscarded: 'Photo supprimée.',
  viewerUnstored: 'Photo non enregistrée. Gardez cette page ouverte, sinon elle sera perdue.',
  viewerAnswerNotStored:
    'Votre réponse n’a pas pu être enregistrée. La photo est toujours ici : réessayez.',
  viewerSelect: 'Sélectionner',
  viewerSelectEnd: 'Annuler',
  viewerSelectAll: 'Tout sélectionner',
  viewerSelectNone: 'Ne rien sélectionner',
  viewerSelected: (total) =>
    total === 0
      ? 'Aucune photo sélectionnée'
      : count(total, {one: '# sélectionnée', other: '# sélectionnées'}),
  viewerSomeUnsealed: 'Les photos qui ne sont pas encore scellées sont enregistrées sans sceau.',
  viewerSaving: (position, total) => `Enregistrement ${position} sur ${total}`,
  viewerReading: (position, total) => `Lecture ${position} sur ${total}`,
  viewerSavedSome: (saved, total) =>
    `${saved} photos sur ${total} enregistrées : les autres fichiers ne sont plus conservés ici.`,
  viewerReadSome: (saved, total) =>
    `${saved} photos sur ${total} enregistrées : les autres fichiers ne peuvent pas être lus pour le moment. Réessayez.`,
};
