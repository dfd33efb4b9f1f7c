import type {Level} from '../../capture-audio/desk/level.js';
import type {Ending} from '../states.js';
import type {captureAudio as English} from '../en/capture-audio.js';
import {plurals} from '../wording.js';

const count = plurals('es');

const levels: Record<Level | 'muted', string> = {
  good: 'Buen nivel',
  quiet: 'Muy bajo',
  loud: 'Demasiado alto',
  muted: 'Micrófono silenciado',
};

const endings: Record<Ending, string> = {
  stopped: '',
  full: 'Se alcanzó la duración máxima.',
  silent: 'La grabación se detuvo sola: no se oía nada.',
  'device-lost': 'Se desconectó el micrófono. Lo grabado hasta entonces se conserva.',
  'storage-full':
    'El almacenamiento de este navegador está lleno. Lo grabado hasta entonces se conserva.',
  failed: 'La grabación se interrumpió. Se conserva todo salvo los últimos segundos.',
  closed: 'Se salió de la grabadora. Lo grabado hasta entonces se conserva.',
  recovered: 'Se recuperó una grabación interrumpida.',
};

export const captureAudio: Partial<typeof English> = {
  recordWaveMissing: 'La forma de onda no se cargó. La grabación está completa sin ella.',
  recordPartMissing: 'Una parte de esta página no se cargó. Sus grabaciones están a salvo.',
  recordGroup: 'Grabación de voz',
  recordReady: 'Listo para grabar',
  recordOff: 'La grabación está desactivada',
  recordStopFirst: 'Detenga primero la grabación.',
  recordStart: 'Empezar a grabar',
  recordStarting: 'Iniciando…',
  recordCancel: 'Cancelar',
  recordStop: 'Detener la grabación',
  recordPause: 'Pausa',
  recordResume: 'Reanudar',
  recordPaused: 'En pausa',
  recordElapsed: 'Grabado',
  recordLeft: (time) => `quedan ${time}`,
  recordLevel: 'Nivel',
  recordLevelIs: (level) => levels[level],
  recordMicrophone: 'Micrófono',
  recordDefault: 'Micrófono predeterminado',
  recordEnded: (end) => endings[end],
  recordMissing: (seconds) =>
    `Faltan unos ${seconds} s de sonido: este dispositivo estaba demasiado ocupado.`,
  recordInclude: 'Añadir al formulario',
  recordMark: 'Marcador',
  recordMarked: (time) => `Marcador en ${time}.`,
  recordCaption: 'Descripción',
  recordDelete: 'Eliminar la grabación',
  recordOthers: (total) =>
    count(total, {
      other: '# más sin sellar. Mostrar la siguiente',
    }),
  recordAgain: 'Nueva grabación',
  recordCannot: 'Esta página no puede grabar',
  recordCannotHelp: (code) => `No se pudo cargar una parte de la página. (${code})`,
  recordOn: 'Grabando.',
  recordPausedNow: 'En pausa.',
  recordStopped: 'Grabación detenida. Sellando.',
  recordStoppedNow: 'Grabación detenida.',
  recordStoppedHeld: 'Grabación detenida. Aún no está sellada.',
  recordDiscarded: 'Grabación descartada.',
  recordNone: 'No hay ninguna grabación. Inténtelo de nuevo.',
};
