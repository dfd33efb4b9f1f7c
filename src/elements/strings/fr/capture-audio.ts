import type {Level} from '../../capture-audio/desk/level.js';
import type {Ending} from '../states.js';
import type {captureAudio as English} from '../en/capture-audio.js';
import {plurals} from '../wording.js';

const count = plurals('fr');

const levels: Record<Level | 'muted', string> = {
  good: 'Bon niveau',
  quiet: 'Très faible',
  loud: 'Trop fort',
  muted: 'Micro coupé',
};

const endings: Record<Ending, string> = {
  stopped: '',
  full: 'La durée maximale est atteinte.',
  silent: 'L’enregistrement s’est arrêté tout seul : aucun son.',
  'device-lost': 'Le micro a été débranché. Ce qui était déjà enregistré est conservé.',
  'storage-full':
    'Le stockage de ce navigateur est plein. Ce qui était déjà enregistré est conservé.',
  failed: 'L’enregistrement s’est interrompu. Tout est conservé, sauf les dernières secondes.',
  closed: 'Vous avez quitté l’enregistreur. Ce qui était déjà enregistré est conservé.',
  recovered: 'Un enregistrement interrompu a été récupéré.',
};

export const captureAudio: Partial<typeof English> = {
  recordWaveMissing: 'La forme d’onde n’a pas été chargée. L’enregistrement est complet sans elle.',
  recordPartMissing:
    'Une partie de cette page n’a pas été chargée. Vos enregistrements sont en sécurité.',
  recordGroup: 'Enregistrement vocal',
  recordReady: 'Prêt à enregistrer',
  recordOff: 'L’enregistrement est désactivé',
  recordStopFirst: 'Arrêtez d’abord l’enregistrement.',
  recordStart: 'Démarrer l’enregistrement',
  recordStarting: 'Démarrage…',
  recordCancel: 'Annuler',
  recordStop: 'Arrêter l’enregistrement',
  recordPause: 'Pause',
  recordResume: 'Reprendre',
  recordPaused: 'En pause',
  recordElapsed: 'Durée',
  recordLeft: (time) => `encore ${time}`,
  recordLevel: 'Niveau',
  recordLevelIs: (level) => levels[level],
  recordMicrophone: 'Micro',
  recordDefault: 'Micro par défaut',
  recordEnded: (end) => endings[end],
  recordMissing: (seconds) =>
    `Il manque environ ${seconds} s de son : cet appareil était trop occupé.`,
  recordInclude: 'Ajouter au formulaire',
  recordMark: 'Repère',
  recordMarked: (time) => `Repère à ${time}.`,
  recordCaption: 'Légende',
  recordDelete: 'Supprimer l’enregistrement',
  recordOthers: (total) =>
    count(total, {
      other: '# autres pas encore scellés. Afficher le suivant',
      one: '# autre pas encore scellé. Afficher le suivant',
    }),
  recordAgain: 'Nouvel enregistrement',
  recordCannot: 'Cette page ne peut pas enregistrer',
  recordCannotHelp: (code) => `Une partie de la page n’a pas pu être chargée. (${code})`,
  recordOn: 'Enregistrement en cours.',
  recordPausedNow: 'En pause.',
  recordStopped: 'Enregistrement arrêté. Scellement en cours.',
  recordStoppedNow: 'Enregistrement arrêté.',
  recordStoppedHeld: 'Enregistrement arrêté. Il n’est pas encore scellé.',
  recordDiscarded: 'Enregistrement abandonné.',
  recordNone: 'Il n’y a pas d’enregistrement. Réessayez.',
};
