import type {plateForm as English} from '../en/plate-form.js';
import {plurals} from '../wording.js';
import {plateMissing} from './capture-image.js';

const count = plurals('ja');

export const plateForm: Partial<typeof English> = {
  plateLabel: 'ナンバー',
  plateLater: '写真ごとに読み取ります。確認してください。',
  plateReading: 'ナンバーを読み取っています…',
  plateMissing,
  plateSeal: 'このナンバーで封印',
  plateUse: 'このナンバーを使う',
  plateNone: 'ナンバーなし',
  plateRetake: '撮り直す',
  platesMore: (total) =>
    count(total, {one: '確認待ちの写真があと #\u00a0枚', other: '確認待ちの写真があと #\u00a0枚'}),
};
