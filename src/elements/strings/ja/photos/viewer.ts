import type {Standing} from '../../states.js';
import type {PhotoAct, viewer as English} from '../../en/photos/viewer.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('ja');

const states: Record<Standing, string> = {
  ...sentences(standings),
  misconfigured: '未封印。このページの設定に問題があります。管理者に知らせてください',
  'awaits-plate': '未封印。ナンバーを確認してください',
};

const acts: Record<PhotoAct, (which: string) => string> = {
  viewerTryAgain: (which) => `${which}でもう一度試す`,
  viewerSave: (which) => `${which}を保存`,
  viewerShare: (which) => `${which}を共有`,
  viewerSaveUnsealed: (which) => `${which}を封印なしで保存`,
  viewerDelete: (which) => `${which}を削除`,
};

export const viewer: Partial<typeof English> = {
  viewerTitle: (position, count) => `写真 ${position} / ${count}`,
  viewerState: (standing) => states[standing],
  viewerTurned: (position, count, standing) => `写真 ${position} / ${count}。${states[standing]}。`,
  viewerTaken: (time) => `撮影 ${time}`,
  viewerPicture: (time, standing) => `${time}に撮影した写真。${states[standing]}。`,
  viewerClose: '閉じる',
  viewerEarlier: '前の写真',
  viewerLater: '次の写真',
  viewerEnlarge: '拡大',
  viewerFit: '縮小',
  viewerContents: '写真と一緒に封印される情報',
  viewerContentsClose: '一覧を閉じる',
  viewerNoContents: 'この写真と一緒に封印される情報はありません。',
  viewerRetake: '撮り直す',
  viewerDelete: '削除',
  viewerSave: '保存',
  viewerShare: '共有',
  viewerSaveUnsealed: '封印なしで保存',
  viewerTryAgain: 'もう一度試す',
  viewerActOn: (act, time, shot) => acts[act](`${time} の${shot && `「${shot}」の`}写真`),
  viewerNoPicture: '写真を表示できません。ファイルはもうここにありません。',
  viewerUnreadable: '今は写真を表示できません。写真は削除されていません。',
  viewerFile: '写真',
  viewerDeleted: (total) =>
    count(total, {other: '写真 #\u00a0枚を削除しました。10\u00a0秒以内なら元に戻せます。'}),
  viewerSaved: '保存しました。',
  viewerNotSaved: '保存できませんでした。ファイルはもうここにありません。',
  viewerNotReadable: '保存できませんでした。今はファイルを読み込めません。もう一度お試しください。',
  viewerUploadedStays: 'ここで削除しても、アップロード済みのファイルは残ります。',
  viewerAll: (total) => count(total, {other: '写真 #\u00a0枚を表示'}),
  viewerCount: (total) => count(total, {other: '写真 #\u00a0枚'}),
  viewerShowAll: '写真を表示',
  viewerRoom: (used, left) => `保存済み ${used}、空き ${left}`,
  viewerGone: 'ここにはもう保存されていません',
  viewerFreeRoom:
    '保存領域の残りがわずかです。ここで不要になった写真を保存するか削除してください。',
  viewerUseQuestion: 'この写真を使いますか？',
  viewerUse: '使う',
  viewerUseSaid: (shot) => `写真を撮影しました${shot && `: ${shot}`}。使いますか、撮り直しますか？`,
  viewerUseWaits: (shot) =>
    `まだ決めていない写真があります${shot && `: ${shot}`}。使いますか、撮り直しますか？`,
  viewerUndecided: (more) => count(more, {other: '未決定の写真があと #\u00a0枚'}),
  viewerDiscarded: '写真を破棄しました。',
  viewerUnstored: '写真は保存されていません。このページを閉じると失われます。',
  viewerAnswerNotStored:
    '回答を保存できませんでした。写真はまだここにあります。もう一度お試しください。',
  viewerSelect: '選択',
  viewerSelectEnd: 'キャンセル',
  viewerSelectAll: 'すべて選択',
  viewerSelectNone: '選択をすべて解除',
  viewerSelected: (total) =>
    total === 0 ? '写真が選択されていません' : count(total, {other: '#\u00a0枚を選択中'}),
  viewerSomeUnsealed: 'まだ封印されていない写真は、封印なしで保存されます。',
  viewerSaving: (position, total) => `${total}\u00a0枚中 ${position}\u00a0枚目を保存中`,
  viewerReading: (position, total) => `${total}\u00a0枚中 ${position}\u00a0枚目を読み込み中`,
  viewerSavedSome: (saved, total) =>
    `${total}\u00a0枚中 ${saved}\u00a0枚を保存しました。残りのファイルはもうここにありません。`,
  viewerReadSome: (saved, total) =>
    `${total}\u00a0枚中 ${saved}\u00a0枚を保存しました。今は残りのファイルを読み込めません。もう一度お試しください。`,
};
