import type {SkipReason} from '../../../capture-image/shots/shot.js';
import type {Standing} from '../../states.js';
import type {shots as English} from '../../en/photos/shots.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('pt');

const reasons: Record<SkipReason, string> = {
  absent: 'Não existe',
  unreachable: 'Fora de alcance',
  unsafe: 'Perigoso demais',
  forbidden: 'Não permitido',
  other: 'Outro motivo',
};

const skipped: Record<SkipReason, string> = {
  absent: 'Pulada: não existe',
  unreachable: 'Pulada: fora de alcance',
  unsafe: 'Pulada: perigoso demais',
  forbidden: 'Pulada: não permitido',
  other: 'Pulada: outro motivo',
};

const seals: Record<Standing, string> = {
  ...sentences(standings, 'Tirada, '),
  sealed: 'Tirada e selada',
  delivering: 'Selada, enviando',
  undelivered: 'Selada, à espera do envio',
  uploaded: 'Selada e enviada',
};

export const shots: Partial<typeof English> = {
  shotOf: (position, total) => `${position} de ${total}`,
  shotRequired: 'Obrigatória',
  shotRetaking: 'Repetir',
  shotRetakeCancel: 'Cancelar',
  shotsOpen: 'Mostrar todas as tomadas',
  shotSkip: 'Pular',
  shotTake: 'Tirar',
  shotRetake: 'Repetir',
  shotNext: (position, total, label, hint = '', note = '') =>
    `Tomada ${position} de ${total}: ${label}. ${note && `${note}. `}${hint}`.trim(),
  shotSkippedNow: (label) => `Pulada: ${label}.`,
  shotsDone: (total, left) =>
    left > 0
      ? count(total, {
          one: `A tomada está pronta, puladas: ${left}`,
          other: `Todas as # tomadas estão prontas, puladas: ${left}`,
        })
      : count(total, {one: 'A tomada está feita', other: 'Todas as # tomadas estão feitas'}),
  shotsTitle: (done, total, left) =>
    count(total, {one: `${done} de # tomada pronta`, other: `${done} de # tomadas prontas`}) +
    (left > 0 ? `, puladas: ${left}` : ''),
  shotsClose: 'Fechar a lista de tomadas',
  shotToTake: 'A tirar',
  shotSealed: (standing) => seals[standing],
  shotSkippedFor: (reason, words) =>
    reason === 'other' && words ? `Pulada: ${words}` : skipped[reason],
  shotEarlier: (total) =>
    count(total, {one: '# foto anterior guardada', other: '# fotos anteriores guardadas'}),
  shotSkipQuestion: 'Por que não há foto?',
  shotSkipReason: (reason) => reasons[reason],
  shotSkipWords: 'Outro motivo, com suas palavras',
  shotSkipEmpty: 'Escolha um motivo acima ou escreva um.',
  shotSkipCancel: 'Cancelar',
};
