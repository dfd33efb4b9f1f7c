import type {FileState} from '../en/seal-inspector.js';
import type {sealInspector as English} from '../en/seal-inspector.js';
import {plurals} from '../wording.js';
import {verdict} from './inspection/verdict.js';

const count = plurals('es');

const filesInState: Record<FileState, (total: number) => string> = {
  valid: (total) => count(total, {other: '# con el sello intacto'}),
  interim: (total) => count(total, {other: '# en una lista cerrada'}),
  untrusted: (total) => count(total, {other: '# de un firmante desconocido'}),
  invalid: (total) => count(total, {other: '# con el sello roto'}),
  none: (total) => count(total, {other: '# sin sello'}),
  unchecked: (total) => count(total, {other: '# sin poder comprobar'}),
  failed: (total) => count(total, {other: '# sin poder comprobar'}),
  cancelled: (total) => count(total, {other: '# sin comprobar por cancelación'}),
  working: (total) => count(total, {other: '# en comprobación'}),
  waiting: (total) => count(total, {one: '# en espera', other: '# en espera'}),
};

export const sealInspector: Partial<typeof English> = {
  ...verdict,
  dropHere: 'Suelte aquí fotos o grabaciones',
  dropAnother: 'Suelte más archivos',
  dropNow: 'Suelte para comprobar',
  orPaste: 'o péguelas o elíjalas.',
  choose: 'Elegir archivos',
  chooseFolder: 'o una carpeta',
  fileGoesTo: (host) => `Los archivos se envían a ${host} para comprobarlos y no se conservan.`,
  fileStays: 'Los archivos se comprueban en este navegador y no se envían a ningún sitio.',
  filesLeft: (others, isCut) =>
    [
      others > 0
        ? count(others, {
            one: '# archivo es de otro tipo y queda fuera.',
            other: '# archivos son de otro tipo y quedan fuera.',
          })
        : '',
      isCut ? 'Había más de los que se pueden comprobar a la vez.' : '',
    ]
      .join(' ')
      .trim(),
  filesCount: (total) => count(total, {one: '# archivo', other: '# archivos'}),
  filesIn: (state, total) => filesInState[state](total),
  filesSummary: (files, states) => `${files}: ${states}`,
  checkingFiles: (total) =>
    count(total, {one: 'Comprobando # archivo.', other: 'Comprobando # archivos.'}),
  filesHeld: 'El servicio está saturado. La comprobación sigue automáticamente.',
  waitsForOthers: 'Espera los archivos anteriores.',
  listMissing: 'La lista no se cargó.',
  cancelled: 'Sin comprobar',
  cancelledHelp: 'La comprobación se canceló.',
  sending: (percent) => `Enviando el archivo: ${percent}.`,
  readingHere: (percent) => `Leyendo el archivo en este navegador: ${percent}.`,
  checking: 'Comprobando el sello.',
  cancel: 'Cancelar',
  problemSaid: (problem, help) => `${problem}. ${help}`,
  tryAgain: 'Intentar de nuevo',
  checkHere: 'Comprobar en este navegador',
  noAccess: 'Esta página no tiene acceso al servicio',
  noAccessHelp: 'Inicie sesión o avise al responsable de esta página.',
  unauthorizedHelp: 'Avise al responsable de esta página, que puede poner una clave válida.',
  forbiddenHelp: 'Avise al responsable de esta página: su clave no sirve para comprobaciones.',
  notFoundHelp: 'Avise al responsable de esta página, que puede corregir la dirección.',
  noWorker: 'Este navegador no puede comprobarlo aquí',
  noWorkerHelp:
    'Inténtelo de nuevo. Si sigue igual, a la página le faltan los programas que necesita la comprobación, o no los permite.',
  noPart: 'Una parte de esta página no se cargó',
  noPartHelp: 'Compruebe la red e inténtelo de nuevo. Si sigue igual, vuelva a cargar la página.',
  tooLarge: 'El archivo es demasiado grande',
  tooLargeHelp: 'No lo reduzca: una copia pierde el sello. Pregunte al servicio por su límite.',
  notMedia: 'No se leen sellos de este tipo de archivo',
  notMediaHelp:
    'Elija una foto, un vídeo, una grabación o un PDF, por ejemplo JPEG, HEIC, TIFF, MP4, MOV, MP3, WAV o FLAC.',
  empty: 'Este archivo está vacío',
  emptyHelp: 'Elija otro o recupérelo de donde vino.',
  unreadable: 'No se pudo leer el archivo',
  unreadableHelp:
    'Puede que se haya movido, cambiado o eliminado, o que sea una carpeta. Elíjalo de nuevo.',
  misconfigured: 'Esta página está mal configurada',
  misconfiguredHelp: 'Avise al responsable de esta página.',
  notUnderstood: 'El servicio no entiende esta página',
  notUnderstoodHelp: 'Avise al responsable de esta página.',
  rateLimited: 'Demasiadas comprobaciones a la vez',
  rateLimitedHelp: (seconds) =>
    count(seconds, {
      one: 'Espere # segundo e inténtelo de nuevo.',
      other: 'Espere # segundos e inténtelo de nuevo.',
    }),
  offline: 'No se puede conectar con el servicio',
  offlineHelp: 'Compruebe su conexión e inténtelo de nuevo.',
  late: 'El servicio no respondió a tiempo',
  lateHelp: 'Inténtelo de nuevo; una conexión más rápida puede ayudar.',
  busy: 'El servicio está saturado',
  busyHelp: 'Inténtelo de nuevo en un momento.',
  internal: 'La propia comprobación falló',
  internalHelp: 'Avise al responsable de esta página. Su consola da más detalles.',
  badAnswer: 'La respuesta era ilegible',
  badAnswerHelp: 'Inténtelo de nuevo o avise al responsable de esta página.',
};
