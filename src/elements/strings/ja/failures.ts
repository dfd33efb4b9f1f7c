import type {ErrorCode} from '../../../model/errors.js';
import type {failures as English} from '../en/failures.js';
import {by, plurals} from '../wording.js';
import {photos} from './capture.js';

const count = plurals('ja');

const tellOwner = 'ページの管理者に知らせてから、もう一度お試しください。';
const noAnswer = 'サービスが応答しませんでした。接続を確認して、もう一度お試しください。';
const oddAnswer = `サービスの応答を読み取れませんでした。${tellOwner}`;
const partMissing =
  'このページの一部を読み込めませんでした。ファイルはこのページを開いている間だけ保持されます。保存してから、ページを再読み込みしてください。';
const busy = '数分後にもう一度お試しください。';

const reasons: Partial<Record<ErrorCode, string>> = {
  unauthorized: `サービスがこのページのキーを受け付けません。${tellOwner}`,
  origin_not_allowed: `サービスがこのページを許可していません。${tellOwner}`,
  request_rejected: `サービスが要求を拒否しました。${tellOwner}`,
  too_large: 'ファイルがサービスの上限より大きいです。封印なしで保存してください。',
  media_unsupported: 'この種類のファイルは封印できません。封印なしで保存してください。',
  network_failed: noAnswer,
  timeout: noAnswer,
  rate_limited: `サービスが混み合っています。${busy}`,
  service_unavailable: `サービスに障害が発生しています。${busy}`,
  response_invalid: oddAnswer,
  seal_mismatch: oddAnswer,
  storage_full:
    'このブラウザーの保存領域がいっぱいです。ファイルはこのページを開いている間だけ保持されます。保存するか、空きを作ってもう一度お試しください。',
  storage_unavailable:
    'このブラウザーはファイルを保存しません。このページを開いている間だけ保持されます。保存するか、もう一度お試しください。',
  worker_unavailable: partMissing,
  part_missing: partMissing,
};

const at = (status: string) => status && `（ステータス\u00a0${status}）`;

export const failures: Partial<typeof English> = {
  failureCount: (total, mode) => photos(total, mode, 'が封印されていません'),
  failureReason: (code) =>
    reasons[code] ?? '問題が発生しました。もう一度試すか、封印なしで保存してください。',
  failureNoService: `このページの設定に問題があります。アドレスにサービスがありません。${tellOwner}`,
  setupProblem: (code, mode) => {
    const files = by(mode, '写真', '録音');
    switch (code) {
      case 'clock_wrong':
        return `この端末の時計が正しくありません。時計を合わせないと、${files}の時刻が誤ったものになります。`;
      case 'storage_unavailable':
        return `このブラウザーはここに${files}を保存しません。すべて封印されるまで、このページを開いたままにしてください。`;
      case 'credentials_missing':
        return `${files}はここに保持されますが、封印されません。ログインするか、ページの管理者に知らせてください。`;
      default:
        return `このページの設定に問題があります。${files}はここに保持されますが、封印されません。管理者に知らせてください。`;
    }
  },
  failureRetry: 'もう一度試す',
  failureSave: '封印なしで保存',
  failureDelete: '削除',
  failureDeleted: (total, mode) => photos(total, mode, 'を削除しました'),
  failureUndo: '元に戻す',
  failureKept: (total, mode) => photos(total, mode, 'を残しました。'),
  failureSaved: '封印なしで保存しました。',
  failureNotSaved: '保存できませんでした。ファイルはもうここにありません。',
  failureNotReadable:
    '保存できませんでした。今はファイルを読み込めません。もう一度お試しください。',
  failureFile: (mode) => by(mode, '写真', '録音'),
  captureUploading: (total, percent, mode) =>
    count(
      total,
      by(
        mode,
        {
          one: `写真 #\u00a0枚をアップロード中、${percent}%`,
          other: `写真 #\u00a0枚をアップロード中、${percent}%`,
        },
        {
          one: `録音 #\u00a0件をアップロード中、${percent}%`,
          other: `録音 #\u00a0件をアップロード中、${percent}%`,
        },
      ),
    ),
  captureToUpload: (total, mode) => photos(total, mode, 'が封印済み、アップロード待ちです'),
  failureRefused: (_total, mode, status) =>
    `サーバーが${by(mode, '写真', '録音')}を受け付けません${at(status)}。`,
  failureTooLarge: (_total, mode, status) =>
    `${by(mode, '写真', '録音')}がサーバーの上限より大きいです${at(status)}。`,
  failureUnconfirmed: (status) => `サーバーからアップロードの確認がありません${at(status)}。`,
  failureUnreadable: 'このページはサーバーの応答を読み取れません（CORS）。ステータスは不明です。',
};
