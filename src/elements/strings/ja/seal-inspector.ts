import type {FileState} from '../en/seal-inspector.js';
import type {sealInspector as English} from '../en/seal-inspector.js';
import {plurals} from '../wording.js';
import {verdict} from './inspection/verdict.js';

const count = plurals('ja');

const filesInState: Record<FileState, (total: number) => string> = {
  valid: (total) => count(total, {other: '変更なし #\u00a0件'}),
  interim: (total) => count(total, {other: '終了したリストに記載 #\u00a0件'}),
  untrusted: (total) => count(total, {other: '署名者が不明 #\u00a0件'}),
  invalid: (total) => count(total, {other: '封印破損 #\u00a0件'}),
  none: (total) => count(total, {other: '封印なし #\u00a0件'}),
  unchecked: (total) => count(total, {other: '確認できません #\u00a0件'}),
  failed: (total) => count(total, {other: '確認エラー #\u00a0件'}),
  cancelled: (total) => count(total, {other: 'キャンセル済み #\u00a0件'}),
  working: (total) => count(total, {other: '確認中 #\u00a0件'}),
  waiting: (total) => count(total, {one: '待機中 #\u00a0件', other: '待機中 #\u00a0件'}),
};

export const sealInspector: Partial<typeof English> = {
  ...verdict,
  dropHere: 'ここに写真または録音をドロップ',
  dropAnother: 'ほかのファイルをドロップ',
  dropNow: '離すと確認します',
  orPaste: 'または貼り付けるか、選択してください。',
  choose: 'ファイルを選択',
  chooseFolder: 'またはフォルダー',
  fileGoesTo: (host) => `ファイルは確認のため ${host} に送信され、保存されません。`,
  fileStays: 'ファイルはこのブラウザーで確認され、どこにも送信されません。',
  filesLeft: (others, isCut) =>
    [
      others > 0
        ? count(others, {
            one: '対象外の種類の #\u00a0件は除外されます。',
            other: '対象外の種類の #\u00a0件は除外されます。',
          })
        : '',
      isCut ? '一度に確認できる数を超えていました。' : '',
    ].join(''),
  filesCount: (total) => count(total, {one: '#\u00a0件のファイル', other: '#\u00a0件のファイル'}),
  filesIn: (state, total) => filesInState[state](total),
  filesSummary: (files, states) => `${files}: ${states}`,
  checkingFiles: (total) =>
    count(total, {
      one: '#\u00a0件のファイルを確認しています。',
      other: '#\u00a0件のファイルを確認しています。',
    }),
  filesHeld: 'サービスが混み合っています。確認は自動的に再開します。',
  waitsForOthers: '前のファイルを待っています。',
  listMissing: '一覧を読み込めませんでした。',
  cancelled: '未検査',
  cancelledHelp: '確認はキャンセルされました。',
  sending: (percent) => `ファイルを送信しています: ${percent}`,
  readingHere: (percent) => `このブラウザーでファイルを読み取っています: ${percent}`,
  checking: '封印を確認しています。',
  cancel: 'キャンセル',
  problemSaid: (problem, help) => `${problem}。${help}`,
  tryAgain: 'もう一度試す',
  checkHere: '代わりにこのブラウザーで確認',
  noAccess: 'このページはサービスを利用できません',
  noAccessHelp: 'ログインするか、このページの管理者に知らせてください。',
  unauthorizedHelp: 'ページの管理者に、有効なキーを設定するよう伝えてください。',
  forbiddenHelp: 'ページの管理者に知らせてください。ページのキーは確認用ではありません。',
  notFoundHelp: 'ページの管理者に、アドレスを修正するよう伝えてください。',
  noWorker: 'このブラウザーではここで確認できません',
  noWorkerHelp:
    'もう一度お試しください。解決しない場合は、確認に必要なプログラムがページにないか、ページが許可していない可能性があります。',
  noPart: 'このページの一部を読み込めませんでした',
  noPartHelp:
    'ネットワークを確認して、もう一度お試しください。解決しない場合は、ページを再読み込みしてください。',
  tooLarge: 'ファイルが大きすぎます',
  tooLargeHelp:
    '小さくしないでください。縮小したコピーでは封印が失われます。サービスに上限を問い合わせてください。',
  notMedia: 'この種類のファイルからは封印を読み取れません',
  notMediaHelp:
    'JPEG、HEIC、TIFF、MP4、MOV、MP3、WAV、FLAC などの写真、動画、録音、または PDF を選んでください。',
  empty: 'このファイルは空です',
  emptyHelp: '別のファイルを選ぶか、元の場所からもう一度取得してください。',
  unreadable: 'ファイルを読み取れませんでした',
  unreadableHelp:
    '移動、変更、削除されたか、フォルダーの可能性があります。もう一度選んでください。',
  misconfigured: 'このページの設定に問題があります',
  misconfiguredHelp: 'このページの管理者に知らせてください。',
  notUnderstood: 'サービスがこのページの要求を理解できません',
  notUnderstoodHelp: 'このページの管理者に知らせてください。',
  rateLimited: '一度に確認する数が多すぎます',
  rateLimitedHelp: (seconds) =>
    count(seconds, {
      one: '#\u00a0秒待ってから、もう一度お試しください。',
      other: '#\u00a0秒待ってから、もう一度お試しください。',
    }),
  offline: 'サービスに接続できません',
  offlineHelp: '接続を確認して、もう一度お試しください。',
  late: 'サービスが時間内に応答しませんでした',
  lateHelp: 'もう一度お試しください。より速い接続で改善する場合があります。',
  busy: 'サービスが混み合っています',
  busyHelp: '少し待ってから、もう一度お試しください。',
  internal: '確認の処理で問題が発生しました',
  internalHelp: 'このページの管理者に知らせてください。詳細はコンソールにあります。',
  badAnswer: '応答を読み取れませんでした',
  badAnswerHelp: 'もう一度試すか、このページの管理者に知らせてください。',
};
