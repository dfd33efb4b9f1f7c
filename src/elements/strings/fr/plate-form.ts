import type {plateForm as English} from '../en/plate-form.js';
import {plurals} from '../wording.js';
import {plateMissing} from './capture-image.js';

const count = plurals('fr');

export const plateForm: Partial<typeof English> = {
  plateLabel: 'Plaque',
  plateLater: 'Lue sur chaque photo. Vous la confirmez.',
  plateReading: 'Lecture de la plaque…',
  plateMissing,
  plateSeal: 'Sceller avec cette plaque',
  plateUse: 'Utiliser cette plaque',
  plateNone: 'Sans plaque',
  plateRetake: 'Reprendre',
  platesMore: (total) =>
    count(total, {one: '# autre photo à confirmer', other: '# autres photos à confirmer'}),
};
