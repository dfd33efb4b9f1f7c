import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {contents as English} from '../en/contents.js';
import {own} from '../wording.js';
import {unblock} from './way-out.js';

const noFix =
  '端末の設定で位置情報がオンになっていることを確認し、屋外か窓の近くに移動してください。';

const placeHelp: Record<string, (browser: BrowserFamily) => string> = {
  permission_denied: (browser) => unblock(browser, '位置情報').replaceAll('\n', ''),
  permission_not_requested: () => '「許可」を選ぶと、ブラウザーが許可を求めます。',
  policy_blocked: () =>
    'このページを埋め込んでいるサイトが許可していません。ページの管理者に知らせてください。',
  timeout: () => noFix,
  error: () => noFix,
};

const reasons: Record<string, string> = {
  permission_denied: '許可されていません。',
  permission_not_requested: 'まだ許可を求めていません。',
  not_supported: 'このブラウザーでは使えません。',
  not_available: '現在、値がありません。',
  timeout: 'まだ応答がありません。',
  insecure_context: 'https のページでのみ使えます。',
  policy_blocked: 'このページは許可を求められません。',
  disabled: 'このページではオフになっています。',
  error: 'センサーに問題が発生しました。',
};

export const contents: Partial<typeof English> = {
  captureWillBeSealed: '封印される内容',
  captureClose: '閉じる',
  captureAllow: '許可',
  capturePlaceHelp: (reason, browser) => placeHelp[reason]?.(browser) ?? '',
  capturePlaceAgain: 'もう一度試す',
  captureBlurred: (distance) => `精度を ${distance} に下げています`,
  captureUnavailable: (reason) => own(reasons, reason) ?? `値なし(${reason})。`,
};
