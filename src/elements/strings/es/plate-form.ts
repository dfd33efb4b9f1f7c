import type {plateForm as English} from '../en/plate-form.js';
import {plurals} from '../wording.js';
import {plateMissing} from './capture-image.js';

const count = plurals('es');

export const plateForm: Partial<typeof English> = {
  plateLabel: 'Matrícula',
  plateLater: 'Se lee de cada foto. Usted la confirma.',
  plateReading: 'Leyendo la matrícula…',
  plateMissing,
  plateSeal: 'Sellar con esta matrícula',
  plateUse: 'Usar esta matrícula',
  plateNone: 'Sin matrícula',
  plateRetake: 'Repetir',
  platesMore: (total) =>
    count(total, {one: '# foto más por confirmar', other: '# fotos más por confirmar'}),
};
