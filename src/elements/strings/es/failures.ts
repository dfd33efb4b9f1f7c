import type {ErrorCode} from '../../../model/errors.js';
import type {failures as English} from '../en/failures.js';
import {by, plurals} from '../wording.js';
import {photos} from './capture.js';

const count = plurals('es');

const tellOwner = 'Avise al responsable de la página e inténtelo de nuevo.';
const noAnswer = 'El servicio no respondió. Compruebe su conexión e inténtelo de nuevo.';
const oddAnswer = `La respuesta del servicio era ilegible. ${tellOwner}`;
const partMissing =
  'Una parte de esta página no se cargó. El archivo solo se conserva mientras esta página esté abierta: guárdelo y vuelva a cargar la página.';
const busy = 'Inténtelo de nuevo dentro de unos minutos.';

const reasons: Partial<Record<ErrorCode, string>> = {
  unauthorized: `El servicio no acepta la clave de esta página. ${tellOwner}`,
  origin_not_allowed: `El servicio no admite esta página. ${tellOwner}`,
  request_rejected: `El servicio rechazó la solicitud. ${tellOwner}`,
  too_large: 'El archivo es más grande de lo que acepta el servicio. Guárdelo sin sello.',
  media_unsupported: 'Un archivo de este tipo no puede llevar un sello. Guárdelo sin sello.',
  network_failed: noAnswer,
  timeout: noAnswer,
  rate_limited: `El servicio está saturado. ${busy}`,
  service_unavailable: `El servicio no funciona. ${busy}`,
  response_invalid: oddAnswer,
  seal_mismatch: oddAnswer,
  storage_full:
    'El almacenamiento de este navegador está lleno. El archivo solo se conserva mientras esta página esté abierta: guárdelo, o libere espacio e inténtelo de nuevo.',
  storage_unavailable:
    'Este navegador no almacena el archivo. Solo se conserva mientras esta página esté abierta: guárdelo o inténtelo de nuevo.',
  worker_unavailable: partMissing,
  part_missing: partMissing,
};

const at = (status: string) => status && ` (estado\u00a0${status})`;

export const failures: Partial<typeof English> = {
  failureCount: (total, mode) => photos(total, mode, 'sin sellar'),
  failureReason: (code) =>
    reasons[code] ?? 'Algo salió mal. Inténtelo de nuevo o guarde el archivo sin sello.',
  failureNoService: `Esta página está mal configurada: no hay ningún servicio en su dirección. ${tellOwner}`,
  setupProblem: (code, mode) => {
    const files = by(mode, 'fotos', 'grabaciones');
    switch (code) {
      case 'clock_wrong':
        return `El reloj de este dispositivo está mal. Póngalo en hora o sus ${files} llevarán una hora falsa.`;
      case 'storage_unavailable':
        return `Este navegador no guarda ${files} aquí. Deje esta página abierta hasta que todo esté sellado.`;
      case 'credentials_missing':
        return `Sus ${files} se conservan aquí, pero no se sellan. Inicie sesión o avise al responsable de la página.`;
      default:
        return `Esta página está mal configurada: sus ${files} se conservan aquí, pero no se sellan. Avise al responsable.`;
    }
  },
  failureRetry: 'Intentar de nuevo',
  failureSave: 'Guardar sin sello',
  failureDelete: 'Eliminar',
  failureDeleted: (total, mode) =>
    count(
      total,
      by(
        mode,
        {one: '# foto eliminada', other: '# fotos eliminadas'},
        {one: '# grabación eliminada', other: '# grabaciones eliminadas'},
      ),
    ),
  failureUndo: 'Deshacer',
  failureKept: (total, mode) =>
    count(
      total,
      by(
        mode,
        {one: '# foto conservada.', other: '# fotos conservadas.'},
        {one: '# grabación conservada.', other: '# grabaciones conservadas.'},
      ),
    ),
  failureSaved: 'Guardado sin sello.',
  failureNotSaved: 'No guardado: el archivo ya no se conserva aquí.',
  failureNotReadable: 'No guardado: el archivo no se puede leer ahora. Inténtelo de nuevo.',
  failureFile: (mode) => by(mode, 'foto', 'grabacion'),
  captureUploading: (total, percent, mode) =>
    count(
      total,
      by(
        mode,
        {one: `Subiendo # foto, ${percent}\u00a0%`, other: `Subiendo # fotos, ${percent}\u00a0%`},
        {
          one: `Subiendo # grabación, ${percent}\u00a0%`,
          other: `Subiendo # grabaciones, ${percent}\u00a0%`,
        },
      ),
    ),
  captureToUpload: (total, mode) => photos(total, mode, 'con sello, pendiente de subir'),
  failureRefused: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'esta foto', other: 'estas fotos'},
        {one: 'esta grabación', other: 'estas grabaciones'},
      ),
    );
    return `El servidor no acepta ${them}${at(status)}.`;
  },
  failureTooLarge: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'La foto es demasiado grande', other: 'Las fotos son demasiado grandes'},
        {one: 'La grabación es demasiado grande', other: 'Las grabaciones son demasiado grandes'},
      ),
    );
    return `${them} para el servidor${at(status)}.`;
  },
  failureUnconfirmed: (status) => `El servidor no confirma la subida${at(status)}.`,
  failureUnreadable:
    'Esta página no puede leer la respuesta del servidor (CORS): estado desconocido.',
};
