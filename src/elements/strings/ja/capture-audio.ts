import type {Level} from '../../capture-audio/desk/level.js';
import type {Ending} from '../states.js';
import type {captureAudio as English} from '../en/capture-audio.js';
import {plurals} from '../wording.js';

const count = plurals('ja');

const levels: Record<Level | 'muted', string> = {
  good: '音量は適切',
  quiet: '音量が小さすぎます',
  loud: '音量が大きすぎます',
  muted: 'マイクはミュート中',
};

const endings: Record<Ending, string> = {
  stopped: '',
  full: '最長時間に達しました。',
  silent: '音が聞こえなかったため、録音は自動的に終了しました。',
  'device-lost': 'マイクが外されました。それまでの録音は保存されています。',
  'storage-full': 'このブラウザーの保存領域がいっぱいです。それまでの録音は保存されています。',
  failed: '録音が中断しました。最後の数秒を除いて保存されています。',
  closed: '録音画面を離れました。それまでの録音は保存されています。',
  recovered: '中断した録音を復元しました。',
};

export const captureAudio: Partial<typeof English> = {
  recordWaveMissing: '波形を読み込めませんでした。録音は波形がなくても完全です。',
  recordPartMissing: 'このページの一部を読み込めませんでした。録音は安全です。',
  recordGroup: '音声の録音',
  recordReady: '録音できます',
  recordOff: '録音はオフです',
  recordStopFirst: '先に録音を終了してください。',
  recordStart: '録音を開始',
  recordStarting: '開始しています…',
  recordCancel: 'キャンセル',
  recordStop: '録音を終了',
  recordPause: '一時停止',
  recordResume: '再開',
  recordPaused: '一時停止中',
  recordElapsed: '録音時間',
  recordLeft: (time) => `残り ${time}`,
  recordLevel: '音量',
  recordLevelIs: (level) => levels[level],
  recordMicrophone: 'マイク',
  recordDefault: '既定のマイク',
  recordEnded: (end) => endings[end],
  recordMissing: (seconds) =>
    `約 ${seconds}\u00a0秒の音が欠けています。この端末の処理が追いつきませんでした。`,
  recordInclude: 'フォームに追加',
  recordMark: 'ブックマーク',
  recordMarked: (time) => `${time} にブックマークを付けました。`,
  recordCaption: '説明',
  recordDelete: '録音を削除',
  recordOthers: (total) =>
    count(total, {
      other: '未封印があと #\u00a0件。次を表示',
    }),
  recordAgain: '新しい録音',
  recordCannot: 'このページでは録音できません',
  recordCannotHelp: (code) => `ページの一部を読み込めませんでした。(${code})`,
  recordOn: '録音中です。',
  recordPausedNow: '一時停止しました。',
  recordStopped: '録音を終了しました。封印しています。',
  recordStoppedNow: '録音を終了しました。',
  recordStoppedHeld: '録音を終了しました。まだ封印されていません。',
  recordDiscarded: '録音を破棄しました。',
  recordNone: '録音がありません。もう一度お試しください。',
};
