import type {Standing} from '../../states.js';
import type {PhotoAct, viewer as English} from '../../en/photos/viewer.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('es');

const states: Record<Standing, string> = {
  ...sentences(standings),
  misconfigured: 'Aún sin sellar. Esta página no está bien configurada: avise a su responsable',
  'awaits-plate': 'Aún sin sellar: confirme la matrícula',
  failed: 'Sin sello',
};

const acts: Record<PhotoAct, (which: string) => string> = {
  viewerTryAgain: (which) => `Intentar de nuevo con la foto ${which}`,
  viewerSave: (which) => `Guardar la foto ${which}`,
  viewerShare: (which) => `Compartir la foto ${which}`,
  viewerSaveUnsealed: (which) => `Guardar sin sello la foto ${which}`,
  viewerDelete: (which) => `Eliminar la foto ${which}`,
};

export const viewer: Partial<typeof English> = {
  viewerTitle: (position, count) => `Foto ${position} de ${count}`,
  viewerState: (standing) => states[standing],
  viewerTurned: (position, count, standing) => `Foto ${position} de ${count}. ${states[standing]}.`,
  viewerTaken: (time) => `Tomada el ${time}`,
  viewerPicture: (time, standing) => `Foto tomada el ${time}. ${states[standing]}.`,
  viewerClose: 'Cerrar',
  viewerEarlier: 'Foto anterior',
  viewerLater: 'Foto siguiente',
  viewerEnlarge: 'Ampliar',
  viewerFit: 'Reducir',
  viewerContents: 'Qué se sella con la foto',
  viewerContentsClose: 'Cerrar la lista',
  viewerNoContents: 'Con esta foto no se sella nada más.',
  viewerRetake: 'Repetir',
  viewerDelete: 'Eliminar',
  viewerSave: 'Guardar',
  viewerShare: 'Compartir',
  viewerSaveUnsealed: 'Guardar sin sello',
  viewerTryAgain: 'Intentar de nuevo',
  viewerActOn: (act, time, shot) => acts[act]((shot && `«${shot}» `) + `del ${time}`),
  viewerNoPicture: 'La foto no se puede mostrar: su archivo ya no se conserva aquí.',
  viewerUnreadable: 'La foto no se puede mostrar ahora. No se ha eliminado.',
  viewerFile: 'foto',
  viewerDeleted: (total) =>
    count(total, {
      one: 'Foto eliminada. Puede deshacerlo durante 10 segundos.',
      other: '# fotos eliminadas. Puede deshacerlo durante 10 segundos.',
    }),
  viewerSaved: 'Guardada.',
  viewerNotSaved: 'No guardada: el archivo ya no se conserva aquí.',
  viewerNotReadable: 'No guardada: el archivo no se puede leer ahora. Inténtelo de nuevo.',
  viewerUploadedStays: 'Al eliminarla aquí, la copia subida se conserva.',
  viewerAll: (total) => count(total, {one: 'Mostrar # foto', other: 'Mostrar # fotos'}),
  viewerCount: (total) => count(total, {one: '# foto', other: '# fotos'}),
  viewerShowAll: 'Mostrar fotos',
  viewerRoom: (used, left) => `${used} guardados aquí, ${left} libres`,
  viewerGone: 'ya no se guarda aquí',
  viewerFreeRoom:
    'El almacenamiento está casi lleno. Guarde o elimine las fotos que ya no necesite aquí.',
  viewerUseQuestion: '¿Usar esta foto?',
  viewerUse: 'Usar',
  viewerUseSaid: (shot) => `Foto tomada${shot && `: ${shot}`}. ¿Usarla o repetirla?`,
  viewerUseWaits: (shot) =>
    `Una foto anterior espera su decisión${shot && `: ${shot}`}. ¿Usarla o repetirla?`,
  viewerUndecided: (more) => count(more, {one: '# más por decidir', other: '# más por decidir'}),
  viewerDiscarded: 'Foto descartada.',
  viewerUnstored: 'Foto no guardada. Mantenga abierta esta página o se perderá.',
  viewerAnswerNotStored: 'No se pudo guardar su respuesta. La foto sigue aquí: inténtelo de nuevo.',
  viewerSelect: 'Seleccionar',
  viewerSelectEnd: 'Cancelar',
  viewerSelectAll: 'Seleccionar todo',
  viewerSelectNone: 'No seleccionar nada',
  viewerSelected: (total) =>
    total === 0
      ? 'Ninguna foto seleccionada'
      : count(total, {one: '# seleccionada', other: '# seleccionadas'}),
  viewerSomeUnsealed: 'Las fotos que aún no están selladas se guardan sin sello.',
  viewerSaving: (position, total) => `Guardando ${position} de ${total}`,
  viewerReading: (position, total) => `Leyendo ${position} de ${total}`,
  viewerSavedSome: (saved, total) =>
    `${saved} de ${total} fotos guardadas: los demás archivos ya no se guardan aquí.`,
  viewerReadSome: (saved, total) =>
    `${saved} de ${total} fotos guardadas: los demás archivos no se pueden leer ahora. Inténtelo de nuevo.`,
};
