import type {plateForm as English} from '../en/plate-form.js';
import {plurals} from '../wording.js';
import {plateMissing} from './capture-image.js';

const count = plurals('de');

export const plateForm: Partial<typeof English> = {
  plateLabel: 'Kennzeichen',
  plateLater: 'Wird aus jedem Foto gelesen. Sie bestätigen es.',
  plateReading: 'Das Kennzeichen wird gelesen …',
  plateMissing,
  plateSeal: 'Mit diesem Kennzeichen versiegeln',
  plateUse: 'Dieses Kennzeichen verwenden',
  plateNone: 'Kein Kennzeichen',
  plateRetake: 'Neu aufnehmen',
  platesMore: (total) =>
    count(total, {one: '# weiteres Foto zu bestätigen', other: '# weitere Fotos zu bestätigen'}),
};
