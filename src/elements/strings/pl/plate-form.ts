import type {plateForm as English} from '../en/plate-form.js';
import {plurals} from '../wording.js';
import {plateMissing} from './capture-image.js';

const count = plurals('pl');

export const plateForm: Partial<typeof English> = {
  plateLabel: 'Numer rejestracyjny',
  plateLater: 'Odczytywany z każdego zdjęcia. Wymaga potwierdzenia.',
  plateReading: 'Odczytywanie numeru…',
  plateMissing,
  plateSeal: 'Opieczętuj z tym numerem',
  plateUse: 'Użyj tego numeru',
  plateNone: 'Bez numeru',
  plateRetake: 'Powtórz',
  platesMore: (total) =>
    count(total, {
      one: 'Jeszcze # zdjęcie do potwierdzenia',
      other: 'Jeszcze # zdjęcia do potwierdzenia',
      many: 'Jeszcze # zdjęć do potwierdzenia',
    }),
};
