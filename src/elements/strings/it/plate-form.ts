import type {plateForm as English} from '../en/plate-form.js';
import {plurals} from '../wording.js';
import {plateMissing} from './capture-image.js';

const count = plurals('it');

export const plateForm: Partial<typeof English> = {
  plateLabel: 'Targa',
  plateLater: 'Letta da ogni foto. La conferma Lei.',
  plateReading: 'Lettura della targa…',
  plateMissing,
  plateSeal: 'Sigilla con questa targa',
  plateUse: 'Usa questa targa',
  plateNone: 'Nessuna targa',
  plateRetake: 'Ripeti',
  platesMore: (total) =>
    count(total, {one: '# altra foto da confermare', other: '# altre foto da confermare'}),
};
