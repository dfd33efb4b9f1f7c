import type {player as English} from '../en/player.js';
import {plurals} from '../wording.js';

const count = plurals('ar');

export const player: Partial<typeof English> = {
  player: 'الاستماع إلى التسجيل',
  playerPlay: 'تشغيل',
  playerPause: 'إيقاف مؤقت',
  playerPosition: 'الموضع',
  playerTime: (at, duration) => `${at} من ${duration}`,
  playerBack: (seconds) =>
    count(seconds, {
      one: 'رجوع ثانية واحدة',
      other: 'رجوع # ثانية',
      two: 'رجوع ثانيتين',
      few: 'رجوع # ثوانٍ',
    }),
  playerForward: (seconds) =>
    count(seconds, {
      one: 'تقدّم ثانية واحدة',
      other: 'تقدّم # ثانية',
      two: 'تقدّم ثانيتين',
      few: 'تقدّم # ثوانٍ',
    }),
  playerSpeed: 'السرعة',
  playerTimes: (speed) => `\u200e${speed}×\u200e`,
  playerBookmarks: 'العلامات',
  playerBookmark: (time) => `الانتقال إلى العلامة عند ${time}`,
  playerRefused:
    'لا يمكن تشغيل التسجيل هنا: هذه الصفحة أو هذا المتصفح لا يشغّله. التسجيل نفسه لم يتغيّر.',
};
