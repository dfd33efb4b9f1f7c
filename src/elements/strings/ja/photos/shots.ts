import type {SkipReason} from '../../../capture-image/shots/shot.js';
import type {Standing} from '../../states.js';
import type {shots as English} from '../../en/photos/shots.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('ja');

const reasons: Record<SkipReason, string> = {
  absent: '存在しない',
  unreachable: '近づけない',
  unsafe: '危険',
  forbidden: '許可されていない',
  other: 'その他の理由',
};

const skipped: Record<SkipReason, string> = {
  absent: 'スキップ: 存在しない',
  unreachable: 'スキップ: 近づけない',
  unsafe: 'スキップ: 危険',
  forbidden: 'スキップ: 許可されていない',
  other: 'スキップ: その他の理由',
};

const seals: Record<Standing, string> = {
  ...sentences(standings, '撮影済み、'),
  delivering: '封印済み、アップロード中',
  undelivered: '封印済み、アップロード待ち',
  uploaded: '封印済み、アップロード済み',
};

export const shots: Partial<typeof English> = {
  shotOf: (position, total) => `${position} / ${total}`,
  shotRequired: '必須',
  shotRetaking: '撮り直し',
  shotRetakeCancel: 'キャンセル',
  shotsOpen: 'すべての撮影項目を表示',
  shotSkip: 'スキップ',
  shotTake: '撮影',
  shotRetake: '撮り直す',
  shotNext: (position, total, label, hint = '', note = '') =>
    `撮影項目 ${position} / ${total}: ${label}。${note && `${note}。`}${hint}`.trim(),
  shotSkippedNow: (label) => `スキップ: ${label}。`,
  shotsDone: (total, left) =>
    left > 0
      ? count(total, {
          one: `撮影項目はすべて完了、スキップ ${left}\u00a0件`,
          other: `撮影項目 #\u00a0件すべて完了、スキップ ${left}\u00a0件`,
        })
      : count(total, {one: '撮影項目はすべて撮影済み', other: '撮影項目 #\u00a0件すべて撮影済み'}),
  shotsTitle: (done, total, left) =>
    count(total, {
      one: `#\u00a0件中 ${done}\u00a0件完了`,
      other: `#\u00a0件中 ${done}\u00a0件完了`,
    }) + (left > 0 ? `、スキップ ${left}\u00a0件` : ''),
  shotsClose: '撮影項目の一覧を閉じる',
  shotToTake: '未撮影',
  shotSealed: (standing) => seals[standing],
  shotSkippedFor: (reason, words) =>
    reason === 'other' && words ? `スキップ: ${words}` : skipped[reason],
  shotEarlier: (total) =>
    count(total, {
      one: '以前の写真 #\u00a0枚を保存しています',
      other: '以前の写真 #\u00a0枚を保存しています',
    }),
  shotSkipQuestion: '写真がないのはなぜですか？',
  shotSkipReason: (reason) => reasons[reason],
  shotSkipWords: 'その他の理由(自由記入)',
  shotSkipEmpty: '上の理由を選ぶか、理由を入力してください。',
  shotSkipCancel: 'キャンセル',
};
