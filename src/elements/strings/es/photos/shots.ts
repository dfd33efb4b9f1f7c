import type {SkipReason} from '../../../capture-image/shots/shot.js';
import type {Standing} from '../../states.js';
import type {shots as English} from '../../en/photos/shots.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('es');

const reasons: Record<SkipReason, string> = {
  absent: 'No existe',
  unreachable: 'Inaccesible',
  unsafe: 'Es peligroso',
  forbidden: 'No está permitido',
  other: 'Otro motivo',
};

const skipped: Record<SkipReason, string> = {
  absent: 'Omitida: no existe',
  unreachable: 'Omitida: inaccesible',
  unsafe: 'Omitida: es peligroso',
  forbidden: 'Omitida: no está permitido',
  other: 'Omitida: otro motivo',
};

const seals: Record<Standing, string> = {
  ...sentences(standings, 'Tomada, '),
  sealed: 'Tomada y sellada',
  delivering: 'Sellada, subiendo',
  undelivered: 'Sellada, pendiente de subir',
  uploaded: 'Sellada y subida',
};

export const shots: Partial<typeof English> = {
  shotOf: (position, total) => `${position} de ${total}`,
  shotRequired: 'Obligatoria',
  shotRetaking: 'Repetir',
  shotRetakeCancel: 'Cancelar',
  shotsOpen: 'Mostrar todas las tomas',
  shotSkip: 'Omitir',
  shotTake: 'Tomar',
  shotRetake: 'Repetir',
  shotNext: (position, total, label, hint = '', note = '') =>
    `Toma ${position} de ${total}: ${label}. ${note && `${note}. `}${hint}`.trim(),
  shotSkippedNow: (label) => `Omitida: ${label}.`,
  shotsDone: (total, left) =>
    left > 0
      ? count(total, {
          one: `La toma está lista, omitidas: ${left}`,
          other: `Las # tomas están listas, omitidas: ${left}`,
        })
      : count(total, {one: 'La toma está hecha', other: 'Las # tomas están hechas'}),
  shotsTitle: (done, total, left) =>
    count(total, {one: `${done} de # toma lista`, other: `${done} de # tomas listas`}) +
    (left > 0 ? `, omitidas: ${left}` : ''),
  shotsClose: 'Cerrar la lista de tomas',
  shotToTake: 'Por tomar',
  shotSealed: (standing) => seals[standing],
  shotSkippedFor: (reason, words) =>
    reason === 'other' && words ? `Omitida: ${words}` : skipped[reason],
  shotEarlier: (total) =>
    count(total, {one: '# foto anterior conservada', other: '# fotos anteriores conservadas'}),
  shotSkipQuestion: '¿Por qué no hay foto?',
  shotSkipReason: (reason) => reasons[reason],
  shotSkipWords: 'Otro motivo, con sus palabras',
  shotSkipEmpty: 'Elija un motivo de arriba o escriba uno.',
  shotSkipCancel: 'Cancelar',
};
