import type {ContentGroup} from '../../../core/metadata/capture-contents.js';
import type {Mode} from '../../../model/media-type.js';
import type {Standing} from '../states.js';
import type {ObstacleName} from '../en/capture.js';
import type {capture as English} from '../en/capture.js';
import {by, lists, plurals} from '../wording.js';

const count = plurals('es');
const list = lists('es');

const obstacles: Record<ObstacleName, readonly [photo: string, recording: string]> = {
  pending: ['Esperando su permiso', 'Esperando su permiso'],
  denied: ['Cámara no permitida', 'Micrófono no permitido'],
  blocked: ['Cámara bloqueada', 'Micrófono bloqueado'],
  'not-found': ['No se encontró ninguna cámara', 'No se encontró ningún micrófono'],
  'in-use': ['La cámara está en uso', 'El micrófono está en uso'],
  insecure: ['Esta página no es segura', 'Esta página no es segura'],
  failed: ['La cámara no se inició', 'El micrófono no se inició'],
};

const blocked =
  'Permita el acceso en los ajustes de su navegador para esta página y después elija «Intentar de nuevo».';

const help: Record<ObstacleName | 'policy', readonly [photo: string, recording: string]> = {
  pending: [
    'Su navegador está preguntando. Elija «Permitir».',
    'Su navegador está preguntando. Elija «Permitir».',
  ],
  denied: [
    'Una foto necesita la cámara. Su navegador puede volver a preguntarle.',
    'Una grabación necesita el micrófono. Su navegador puede volver a preguntarle.',
  ],
  blocked: [blocked, blocked],
  policy: [
    'El sitio que incluye esta página no le permite usar la cámara.',
    'El sitio que incluye esta página no le permite usar el micrófono.',
  ],
  'not-found': [
    'Conecte una cámara e inténtelo de nuevo.',
    'Conecte un micrófono e inténtelo de nuevo.',
  ],
  'in-use': [
    'Otro programa está usando la cámara. Ciérrelo e inténtelo de nuevo.',
    'Otro programa está usando el micrófono. Ciérrelo e inténtelo de nuevo.',
  ],
  insecure: ['Las cámaras solo funcionan con https.', 'Los micrófonos solo funcionan con https.'],
  failed: ['Inténtelo de nuevo o use otra cámara.', 'Inténtelo de nuevo o use otro micrófono.'],
};

const partMissing =
  'Una parte de esta página no se cargó. Compruebe la red y vuelva a cargar la página.';

export const standings: Record<Standing, string> = {
  held: 'aún sin sellar',
  misconfigured: 'aún sin sellar',
  'awaits-plate': 'espera la matrícula',
  sealing: 'sellando',
  waiting: 'espera la red',
  delayed: 'espera el próximo intento',
  sealed: 'con sello',
  delivering: 'con sello, subiendo',
  undelivered: 'con sello, pendiente de subir',
  uploaded: 'con sello y en el servidor',
  failed: 'sin sellar',
};

const still = [
  'La foto aún se está sellando. Espere un momento.',
  'La grabación aún se está sellando. Espere un momento.',
  '# fotos aún se están sellando. Espere un momento.',
  '# grabaciones aún se están sellando. Espere un momento.',
] as const;

/** Of one photo, one recording, several photos, several recordings. */
const unsealed: Partial<
  Record<Standing, typeof still | readonly [string, string, string, string]>
> = {
  failed: [
    'La foto no está sellada. Inténtelo de nuevo o déjela fuera.',
    'La grabación no está sellada. Inténtelo de nuevo o déjela fuera.',
    '# fotos no están selladas. Inténtelo de nuevo o déjelas fuera.',
    '# grabaciones no están selladas. Inténtelo de nuevo o déjelas fuera.',
  ],
  'awaits-plate': [
    'La foto aún no está sellada. Confirme la matrícula.',
    'La grabación aún no está sellada. Confirme la matrícula.',
    '# fotos aún no están selladas. Confirme las matrículas.',
    '# grabaciones aún no están selladas. Confirme las matrículas.',
  ],
  held: [
    'La foto aún no está sellada.',
    'La grabación aún no está sellada.',
    '# fotos aún no están selladas.',
    '# grabaciones aún no están selladas.',
  ],
  misconfigured: [
    'La foto aún no está sellada. Esta página está mal configurada: avise a su responsable.',
    'La grabación aún no está sellada. Esta página está mal configurada: avise a su responsable.',
    '# fotos aún no están selladas. Esta página está mal configurada: avise a su responsable.',
    '# grabaciones aún no están selladas. Esta página está mal configurada: avise a su responsable.',
  ],
  waiting: [
    'La foto espera la red. Después se sellará automáticamente.',
    'La grabación espera la red. Después se sellará automáticamente.',
    '# fotos esperan la red. Después se sellarán automáticamente.',
    '# grabaciones esperan la red. Después se sellarán automáticamente.',
  ],
  delayed: [
    'La foto aún no está sellada. El próximo intento es automático.',
    'La grabación aún no está sellada. El próximo intento es automático.',
    '# fotos aún no están selladas. El próximo intento es automático.',
    '# grabaciones aún no están selladas. El próximo intento es automático.',
  ],
};

const groupNames: Record<ContentGroup, string> = {
  place: 'Ubicación',
  attitude: 'Orientación',
  camera: 'Cámara',
  microphone: 'Micrófono',
  device: 'Dispositivo',
  network: 'Red',
};

export const photos = (total: number, mode: Mode, rest: string) =>
  count(
    total,
    by(
      mode,
      {one: `# foto ${rest}`, other: `# fotos ${rest}`},
      {one: `# grabación ${rest}`, other: `# grabaciones ${rest}`},
    ),
  );

export const capture: Partial<typeof English> = {
  captureAsks: (mode, place, motion) => {
    if (place && motion)
      return by(
        mode,
        'Su navegador le pedirá la cámara, la ubicación y los sensores de movimiento. La ubicación y el movimiento son opcionales.',
        'Su navegador le pedirá el micrófono, la ubicación y los sensores de movimiento. La ubicación y el movimiento son opcionales.',
      );
    if (place)
      return by(
        mode,
        'Su navegador le pedirá la cámara y la ubicación. La ubicación es opcional.',
        'Su navegador le pedirá el micrófono y la ubicación. La ubicación es opcional.',
      );
    return motion
      ? by(
          mode,
          'Su navegador le pedirá la cámara y los sensores de movimiento. El movimiento es opcional.',
          'Su navegador le pedirá el micrófono y los sensores de movimiento. El movimiento es opcional.',
        )
      : by(
          mode,
          'Encienda la cámara para tomar una foto. Se sella inmediatamente después.',
          'La grabación se sella en cuanto termina.',
        );
  },
  captureObstacle: (name, mode) => by(mode, ...obstacles[name]),
  captureObstacleHelp: (name, mode, code) =>
    (code === 'part_missing' ? partMissing : by(mode, ...help[name])) + (code && ` (${code})`),
  captureAskAgain: 'Preguntar de nuevo',
  captureTryAgain: 'Intentar de nuevo',
  captureContents: (groups, mode) =>
    groups.length > 0
      ? `Se sellará: ${list(groups.map((group) => groupNames[group]))}`
      : by(mode, 'Se sellará: solo la foto', 'Se sellará: solo la grabación'),
  capturePlaceOff: 'Ubicación desactivada',
  captureStands: (how, mode) => `${by(mode, 'Última foto', 'Grabación')}: ${standings[how]}`,
  captureTimes: (taken, sealed) => `Captura: ${taken}${sealed && `\nSellado: ${sealed}`}`,
  captureStorageLow: (mode) =>
    by(
      mode,
      'El almacenamiento está casi lleno. Libere espacio o no se podrán conservar fotos nuevas.',
      'El almacenamiento está casi lleno. Libere espacio o no se podrán conservar grabaciones nuevas.',
    ),
  captureSealedNow: (mode) => by(mode, 'Foto sellada.', 'Grabación sellada.'),
  captureUploadedNow: 'Subida terminada.',
  captureFailedNow: (mode, isStored) =>
    isStored
      ? by(mode, 'Foto sin sellar. Se conserva aquí.', 'Grabación sin sellar. Se conserva aquí.')
      : by(
          mode,
          'Foto sin sellar. Mantenga abierta esta página.',
          'Grabación sin sellar. Mantenga abierta esta página.',
        ),
  captureAllFailed: (total, mode) => photos(total, mode, 'sin sellar'),
  captureAllWaiting: (total, mode) => photos(total, mode, 'a la espera de la red'),
  captureNoAccess: (total, mode) => photos(total, mode, 'a la espera de que inicie sesión'),
  captureMisconfigured: (total, mode) =>
    photos(
      total,
      mode,
      'aquí, aún sin sellar. Esta página está mal configurada: avise a su responsable.',
    ),
  captureNotSealedYet: (total, mode) => photos(total, mode, 'aquí, aún sin sellar'),
  captureNotUploaded: (total, mode) => photos(total, mode, 'con sello, pero sin subir'),
  captureMissing: (mode) => by(mode, 'Tome primero una foto.', 'Haga primero una grabación.'),
  captureUnsealed: (how, total, mode) => {
    const [photo, recording, several, recordings] = unsealed[how] ?? still;
    return count(
      total,
      by(mode, {one: photo, other: several}, {one: recording, other: recordings}),
    );
  },
  captureLeaveOut: 'Dejar fuera',
  captureDisabled: 'La página lo ha desactivado.',
};
