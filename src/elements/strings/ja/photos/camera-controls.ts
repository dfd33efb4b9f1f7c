import type {ControlName} from '../../../../core/camera/track-controls.js';
import type {cameraControls as English} from '../../en/photos/camera-controls.js';
import {plurals} from '../../wording.js';

const count = plurals('ja');

const failed: Record<ControlName, string> = {
  torch: 'ライトを切り替えられませんでした。',
  zoom: 'ズームを変更できませんでした。',
  focus: 'その位置にピントを合わせられませんでした。',
};

export const cameraControls: Partial<typeof English> = {
  controlsOpen: 'カメラの設定',
  controlsTorch: 'ライト',
  controlsTorchNow: (on) => (on ? 'ライトをつけました。' : 'ライトを消しました。'),
  controlsZoom: 'ズーム',
  controlsZoomIs: (ratio) => `${ratio}×`,
  controlsCamera: 'カメラ',
  controlsCameraNow: (name) => `カメラ: ${name}`,
  controlsFailed: (control) => failed[control],
  controlsGuide: (guide) => ({grid: 'グリッド', level: '水準器'})[guide],
  controlsTimer: 'セルフタイマー',
  controlsTimerIs: (seconds) => (seconds ? `${seconds}\u00a0秒` : 'オフ'),
  controlsTimerOn: (seconds) =>
    count(seconds, {one: 'セルフタイマー: #\u00a0秒。', other: 'セルフタイマー: #\u00a0秒。'}),
  controlsTimerStop: 'セルフタイマーをキャンセル',
  controlsTimerStarts: (seconds) =>
    count(seconds, {
      one: '#\u00a0秒後に撮影します。キャンセルするには、もう一度シャッターか Esc キーを押してください。',
      other:
        '#\u00a0秒後に撮影します。キャンセルするには、もう一度シャッターか Esc キーを押してください。',
    }),
  controlsTimerCancelled: 'セルフタイマーをキャンセルしました。写真は撮影されていません。',
  controlsFocus: 'ピント',
  controlsFocusKeys: '矢印キーでピントの位置を動かせます。',
  controlsFocusNow: (isSet) => (isSet ? 'ピントを固定しました。' : 'ピントは自動です。'),
  controlsFocusAt: (left, top) =>
    `ピント: 左から ${Math.round(left)}%、上から ${Math.round(top)}%。`,
};
