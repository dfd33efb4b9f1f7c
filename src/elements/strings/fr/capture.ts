import type {ContentGroup} from '../../../core/metadata/capture-contents.js';
import type {Mode} from '../../../model/media-type.js';
import type {Standing} from '../states.js';
import type {ObstacleName} from '../en/capture.js';
import type {capture as English} from '../en/capture.js';
import {by, lists, plurals} from '../wording.js';

const count = plurals('fr');
const list = lists('fr');

const obstacles: Record<ObstacleName, readonly [photo: string, recording: string]> = {
  pending: ['En attente de votre autorisation', 'En attente de votre autorisation'],
  denied: ['Appareil photo non autorisé', 'Micro non autorisé'],
  blocked: ['Appareil photo bloqué', 'Micro bloqué'],
  'not-found': ['Aucun appareil photo trouvé', 'Aucun micro trouvé'],
  'in-use': ['L’appareil photo est déjà utilisé', 'Le micro est déjà utilisé'],
  insecure: ['Cette page n’est pas sécurisée', 'Cette page n’est pas sécurisée'],
  failed: ['L’appareil photo n’a pas démarré', 'Le micro n’a pas démarré'],
};

const blocked =
  'Autorisez l’accès dans les réglages de votre navigateur pour cette page, puis choisissez « Réessayer ».';

const help: Record<ObstacleName | 'policy', readonly [photo: string, recording: string]> = {
  pending: [
    'Votre navigateur pose la question. Choisissez « Autoriser ».',
    'Votre navigateur pose la question. Choisissez « Autoriser ».',
  ],
  denied: [
    'Une photo nécessite l’appareil photo. Votre navigateur peut vous redemander.',
    'Un enregistrement nécessite le micro. Votre navigateur peut vous redemander.',
  ],
  blocked: [blocked, blocked],
  policy: [
    'Le site qui intègre cette page ne lui permet pas d’utiliser l’appareil photo.',
    'Le site qui intègre cette page ne lui permet pas d’utiliser le micro.',
  ],
  'not-found': [
    'Branchez un appareil photo, puis réessayez.',
    'Branchez un micro, puis réessayez.',
  ],
  'in-use': [
    'Un autre programme utilise l’appareil photo. Fermez-le, puis réessayez.',
    'Un autre programme utilise le micro. Fermez-le, puis réessayez.',
  ],
  insecure: [
    'Les appareils photo ne fonctionnent qu’en https.',
    'Les micros ne fonctionnent qu’en https.',
  ],
  failed: [
    'Réessayez ou utilisez un autre appareil photo.',
    'Réessayez ou utilisez un autre micro.',
  ],
};

const partMissing =
  'Une partie de cette page n’a pas été chargée. Vérifiez le réseau, puis rechargez la page.';

export const standings: Record<Standing, string> = {
  held: 'pas encore de sceau',
  misconfigured: 'pas encore de sceau',
  'awaits-plate': 'attend la plaque',
  sealing: 'scellement en cours',
  waiting: 'attend le réseau',
  delayed: 'attend le prochain essai',
  sealed: 'sceau apposé',
  delivering: 'sceau apposé, envoi en cours',
  undelivered: 'sceau apposé, en attente d’envoi',
  uploaded: 'sceau apposé, envoi terminé',
  failed: 'sans sceau',
};

const still = [
  'La photo est en cours de scellement. Un instant.',
  'L’enregistrement est en cours de scellement. Un instant.',
  '# photos sont en cours de scellement. Un instant.',
  '# enregistrements sont en cours de scellement. Un instant.',
] as const;

/** Of one photo, one recording, several photos, several recordings. */
const unsealed: Partial<
  Record<Standing, typeof still | readonly [string, string, string, string]>
> = {
  failed: [
    'La photo n’est pas scellée. Réessayez ou laissez-la de côté.',
    'L’enregistrement n’est pas scellé. Réessayez ou laissez-le de côté.',
    '# photos ne sont pas scellées. Réessayez ou laissez-les de côté.',
    '# enregistrements ne sont pas scellés. Réessayez ou laissez-les de côté.',
  ],
  'awaits-plate': [
    'La photo n’est pas encore scellée. Confirmez la plaque.',
    'L’enregistrement n’est pas encore scellé. Confirmez la plaque.',
    '# photos ne sont pas encore scellées. Confirmez les plaques.',
    '# enregistrements ne sont pas encore scellés. Confirmez les plaques.',
  ],
  held: [
    'La photo n’est pas encore scellée.',
    'L’enregistrement n’est pas encore scellé.',
    '# photos ne sont pas encore scellées.',
    '# enregistrements ne sont pas encore scellés.',
  ],
  misconfigured: [
    'La photo n’est pas encore scellée. Cette page est mal configurée : signalez-le à son responsable.',
    'L’enregistrement n’est pas encore scellé. Cette page est mal configurée : signalez-le à son responsable.',
    '# photos ne sont pas encore scellées. Cette page est mal configurée : signalez-le à son responsable.',
    '# enregistrements ne sont pas encore scellés. Cette page est mal configurée : signalez-le à son responsable.',
  ],
  waiting: [
    'La photo attend le réseau. Elle sera ensuite scellée automatiquement.',
    'L’enregistrement attend le réseau. Il sera ensuite scellé automatiquement.',
    '# photos attendent le réseau. Elles seront ensuite scellées automatiquement.',
    '# enregistrements attendent le réseau. Ils seront ensuite scellés automatiquement.',
  ],
  delayed: [
    'La photo n’est pas encore scellée. Le prochain essai est automatique.',
    'L’enregistrement n’est pas encore scellé. Le prochain essai est automatique.',
    '# photos ne sont pas encore scellées. Le prochain essai est automatique.',
    '# enregistrements ne sont pas encore scellés. Le prochain essai est automatique.',
  ],
};

const groupNames: Record<ContentGroup, string> = {
  place: 'Position',
  attitude: 'Orientation',
  camera: 'Appareil photo',
  microphone: 'Micro',
  device: 'Appareil',
  network: 'Réseau',
};

export const photos = (total: number, mode: Mode, rest: string) =>
  count(
    total,
    by(
      mode,
      {one: `# photo ${rest}`, other: `# photos ${rest}`},
      {one: `# enregistrement ${rest}`, other: `# enregistrements ${rest}`},
    ),
  );

export const capture: Partial<typeof English> = {
  captureAsks: (mode, place, motion) => {
    if (place && motion)
      return by(
        mode,
        'Votre navigateur demandera l’appareil photo, la position et les capteurs de mouvement. La position et le mouvement sont facultatifs.',
        'Votre navigateur demandera le micro, la position et les capteurs de mouvement. La position et le mouvement sont facultatifs.',
      );
    if (place)
      return by(
        mode,
        'Votre navigateur demandera l’appareil photo et la position. La position est facultative.',
        'Votre navigateur demandera le micro et la position. La position est facultative.',
      );
    return motion
      ? by(
          mode,
          'Votre navigateur demandera l’appareil photo et les capteurs de mouvement. Le mouvement est facultatif.',
          'Votre navigateur demandera le micro et les capteurs de mouvement. Le mouvement est facultatif.',
        )
      : by(
          mode,
          'Allumez l’appareil photo pour prendre une photo. Elle est scellée aussitôt après.',
          'L’enregistrement est scellé dès qu’il se termine.',
        );
  },
  captureObstacle: (name, mode) => by(mode, ...obstacles[name]),
  captureObstacleHelp: (name, mode, code) =>
    (code === 'part_missing' ? partMissing : by(mode, ...help[name])) + (code && ` (${code})`),
  captureAskAgain: 'Redemander',
  captureTryAgain: 'Réessayer',
  captureContents: (groups, mode) =>
    groups.length > 0
      ? `Sera scellé : ${list(groups.map((group) => groupNames[group]))}`
      : by(mode, 'Sera scellé : la photo seule', 'Sera scellé : l’enregistrement seul'),
  capturePlaceOff: 'Position désactivée',
  captureStands: (how, mode) =>
    `${by(mode, 'Dernière photo', 'Enregistrement')} : ${standings[how]}`,
  captureTimes: (taken, sealed) =>
    `Prise de vue ou de son : ${taken}${sealed && `\nScellement : ${sealed}`}`,
  captureStorageLow: (mode) =>
    by(
      mode,
      'Le stockage est presque plein. Libérez de l’espace, sinon les nouvelles photos ne pourront pas être conservées.',
      'Le stockage est presque plein. Libérez de l’espace, sinon les nouveaux enregistrements ne pourront pas être conservés.',
    ),
  captureSealedNow: (mode) => by(mode, 'Photo scellée.', 'Enregistrement scellé.'),
  captureUploadedNow: 'Envoi terminé.',
  captureFailedNow: (mode, isStored) =>
    isStored
      ? by(
          mode,
          'Photo non scellée. Elle est conservée ici.',
          'Enregistrement non scellé. Il est conservé ici.',
        )
      : by(
          mode,
          'Photo non scellée. Gardez cette page ouverte.',
          'Enregistrement non scellé. Gardez cette page ouverte.',
        ),
  captureAllFailed: (total, mode) => photos(total, mode, 'sans sceau'),
  captureAllWaiting: (total, mode) => photos(total, mode, 'en attente du réseau'),
  captureNoAccess: (total, mode) => photos(total, mode, 'en attente de votre connexion au compte'),
  captureMisconfigured: (total, mode) =>
    photos(
      total,
      mode,
      'ici, encore sans sceau. Cette page est mal configurée : signalez-le à son responsable.',
    ),
  captureNotSealedYet: (total, mode) => photos(total, mode, 'ici, encore sans sceau'),
  captureNotUploaded: (total, mode) => photos(total, mode, 'avec sceau, mais sans envoi'),
  captureMissing: (mode) =>
    by(mode, 'Prenez d’abord une photo.', 'Faites d’abord un enregistrement.'),
  captureUnsealed: (how, total, mode) => {
    const [photo, recording, several, recordings] = unsealed[how] ?? still;
    return count(
      total,
      by(mode, {one: photo, other: several}, {one: recording, other: recordings}),
    );
  },
  captureLeaveOut: 'Laisser de côté',
  captureDisabled: 'La page l’a désactivé.',
};
