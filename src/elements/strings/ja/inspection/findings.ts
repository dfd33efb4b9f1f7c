import type {ErrorCode} from '../../../../model/errors.js';
import type {CheckOutcome} from '../../../seal-inspector/verdict/answer.js';
import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';
import type {findings as English} from '../../en/inspection/findings.js';
import {lists, plurals} from '../../wording.js';

const count = plurals('ja');
const list = lists('ja');

const questions: Record<CheckArea, string> = {
  content: '同じファイルですか？',
  signature: '封印そのものは変更されていませんか？',
  certificate: '封印に使われた証明書は有効でしたか？',
  trust: '署名者はここで信頼されていますか？',
  time: '封印の時刻は確認されていますか？',
  statements: '記載は署名されたとおりですか？',
  ingredients: '元ファイルの封印に問題はありませんか？',
  identity: '身元の記載に問題はありませんか？',
  clock: '端末の時計は正しかったですか？',
  others: 'その他の確認',
};

const silences: Partial<Record<ErrorCode, string>> = {
  network_failed: 'に接続できませんでした',
  timeout: 'が時間内に応答しませんでした',
  service_unavailable: 'が混み合っています',
  rate_limited: 'が混み合っています',
  unauthorized: 'がキーを受け付けませんでした',
  credentials_missing: 'にはキーが必要ですが、このページにはありません',
  too_large: 'はこれほど大きなファイルを受け付けません',
  media_unsupported: 'はこの種類のファイルを読み取れません',
};

const localSilences: Partial<Record<ErrorCode, string>> = {
  worker_unavailable:
    'このブラウザーでは、WebAssembly が必要な確認プログラムを実行できませんでした。',
  media_unsupported: 'このブラウザーではこの種類のファイルを確認できません。',
};

const outcomes: Record<CheckOutcome, string> = {
  failed: '失敗',
  unknown: '不明',
  noted: '注意',
  unconfirmed: '未確認',
  passed: '合格',
  unchecked: '未検査',
};

const counted: Record<CheckOutcome, (total: number) => string> = {
  failed: (total) => count(total, {other: '失敗 #\u00a0件'}),
  unknown: (total) => count(total, {other: '不明 #\u00a0件'}),
  noted: (total) => count(total, {one: '注意 #\u00a0件', other: '注意 #\u00a0件'}),
  unconfirmed: (total) => count(total, {other: '未確認 #\u00a0件'}),
  passed: (total) => count(total, {other: '合格 #\u00a0件'}),
  unchecked: (total) => count(total, {other: '未検査 #\u00a0件'}),
};

export const findings: Partial<typeof English> = {
  checks: '確認した内容',
  checksCount: (counts) =>
    list(counts.flatMap(([outcome, total]) => (total ? counted[outcome](total) : []))),
  checkArea: (area) => questions[area],
  checkOutcome: (outcome) => outcomes[outcome],
  moreOf: (next, left) => `残り ${left} 件のうち ${next} 件を表示`,
  moreText: '続きを表示',
  mixesScripts: (scripts) => `複数の文字体系の文字が混ざっています：${scripts}`,
  allChecks: 'すべてのコードを表示',
  notLookedAt: 'この点についての結果はありません。',
  noTimeStamp: '封印にタイムスタンプがありません。',
  forgivenSources:
    '元ファイルの追加時点ですでにこの状態でした。このファイルの封印には影響しません。',
  agreesWithBroken: 'すでに署名時と異なる封印と一致しています。',
  noSealedSources: '以前のファイルの封印は確認されませんでした。',
  checkedBy: (host) => `${host} で確認しました。`,
  checkedHere: 'このブラウザーで確認しました。ファイルは送信されていません。',
  thisBrowser: 'このブラウザー',
  bothAgree: (host) => `${host} とこのブラウザーで確認し、結果は一致しました。`,
  bothDiffer:
    'サービスとこのブラウザーの結果が一致しませんでした。より慎重な判定を表示しています。',
  readDiffer: (host) =>
    `サービスとこのブラウザーの判定は同じですが、封印から読み取った内容が異なります。${host} が読み取った内容を表示しています。`,
  says: (who, verdict) => `${who}: ${verdict}`,
  differOn: '一方だけで失敗したもの:',
  differIn: (parts) => `読み取りが異なるもの: ${parts}。`,
  signerAndTime: '署名者と封印の時刻',
  oneAnswered: (silent, code, host) =>
    silent === 'service'
      ? `${host} ${silences[code] ?? 'の応答を読み取れませんでした'}。この判定はこのブラウザーだけのものです。`
      : `${localSilences[code] ?? 'このブラウザーでは、信頼する署名者を確認できませんでした。'}この判定は ${host} だけのものです。`,
};
