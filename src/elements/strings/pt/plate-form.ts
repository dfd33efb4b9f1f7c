import type {plateForm as English} from '../en/plate-form.js';
import {plurals} from '../wording.js';
import {plateMissing} from './capture-image.js';

const count = plurals('pt');

export const plateForm: Partial<typeof English> = {
  plateLabel: 'Placa',
  plateLater: 'Lida de cada foto. Você a confirma.',
  plateReading: 'Lendo a placa…',
  plateMissing,
  plateSeal: 'Selar com esta placa',
  plateUse: 'Usar esta placa',
  plateNone: 'Sem placa',
  plateRetake: 'Repetir',
  platesMore: (total) =>
    count(total, {one: 'Mais # foto a confirmar', other: 'Mais # fotos a confirmar'}),
};
