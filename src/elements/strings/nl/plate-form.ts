import type {plateForm as English} from '../en/plate-form.js';
import {plurals} from '../wording.js';
import {plateMissing} from './capture-image.js';

const count = plurals('nl');

export const plateForm: Partial<typeof English> = {
  plateLabel: 'Kenteken',
  plateLater: 'Wordt uit elke foto gelezen. U bevestigt het.',
  plateReading: 'Het kenteken wordt gelezen …',
  plateMissing,
  plateSeal: 'Met dit kenteken verzegelen',
  plateUse: 'Dit kenteken gebruiken',
  plateNone: 'Geen kenteken',
  plateRetake: 'Opnieuw maken',
  platesMore: (total) =>
    count(total, {one: 'Nog # foto te bevestigen', other: 'Nog # foto’s te bevestigen'}),
};
