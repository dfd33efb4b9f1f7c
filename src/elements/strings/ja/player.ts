import type {player as English} from '../en/player.js';
import {plurals} from '../wording.js';

const count = plurals('ja');

export const player: Partial<typeof English> = {
  player: '録音を聞く',
  playerPlay: '再生',
  playerPause: '一時停止',
  playerPosition: '再生位置',
  playerTime: (at, duration) => `${at} / ${duration}`,
  playerBack: (seconds) => count(seconds, {one: '#\u00a0秒戻る', other: '#\u00a0秒戻る'}),
  playerForward: (seconds) => count(seconds, {one: '#\u00a0秒進む', other: '#\u00a0秒進む'}),
  playerSpeed: '速度',
  playerTimes: (speed) => `${speed}×`,
  playerBookmarks: 'ブックマーク',
  playerBookmark: (time) => `${time} のブックマークへ移動`,
  playerRefused:
    'ここでは再生できません。このページまたはブラウザーが対応していません。録音自体は変わっていません。',
};
