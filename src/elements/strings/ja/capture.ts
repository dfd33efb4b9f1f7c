import type {ContentGroup} from '../../../core/metadata/capture-contents.js';
import type {Mode} from '../../../model/media-type.js';
import type {Standing} from '../states.js';
import type {ObstacleName} from '../en/capture.js';
import type {capture as English} from '../en/capture.js';
import {by, lists, plurals} from '../wording.js';

const count = plurals('ja');
const list = lists('ja');

const obstacles: Record<ObstacleName, readonly [photo: string, recording: string]> = {
  pending: ['許可を待っています', '許可を待っています'],
  denied: ['カメラが許可されていません', 'マイクが許可されていません'],
  blocked: ['カメラがブロックされています', 'マイクがブロックされています'],
  'not-found': ['カメラが見つかりません', 'マイクが見つかりません'],
  'in-use': ['カメラは使用中です', 'マイクは使用中です'],
  insecure: ['このページは安全な接続ではありません', 'このページは安全な接続ではありません'],
  failed: ['カメラを起動できませんでした', 'マイクを起動できませんでした'],
};

const blocked = 'ブラウザーの設定でこのページに許可してから、「もう一度試す」を選んでください。';

const help: Record<ObstacleName | 'policy', readonly [photo: string, recording: string]> = {
  pending: [
    'ブラウザーが許可を求めています。「許可」を選んでください。',
    'ブラウザーが許可を求めています。「許可」を選んでください。',
  ],
  denied: [
    '写真にはカメラが必要です。ブラウザーがもう一度許可を求めます。',
    '録音にはマイクが必要です。ブラウザーがもう一度許可を求めます。',
  ],
  blocked: [blocked, blocked],
  policy: [
    'このページを埋め込んでいるサイトが、カメラの使用を許可していません。',
    'このページを埋め込んでいるサイトが、マイクの使用を許可していません。',
  ],
  'not-found': [
    'カメラを接続して、もう一度お試しください。',
    'マイクを接続して、もう一度お試しください。',
  ],
  'in-use': [
    '別のプログラムがカメラを使用しています。終了してから、もう一度お試しください。',
    '別のプログラムがマイクを使用しています。終了してから、もう一度お試しください。',
  ],
  insecure: ['カメラは https でのみ使えます。', 'マイクは https でのみ使えます。'],
  failed: [
    'もう一度試すか、別のカメラを使ってください。',
    'もう一度試すか、別のマイクを使ってください。',
  ],
};

const partMissing =
  'このページの一部を読み込めませんでした。ネットワークを確認して、ページを再読み込みしてください。';

export const standings: Record<Standing, string> = {
  held: '未封印',
  misconfigured: '未封印',
  'awaits-plate': 'ナンバーの確認待ち',
  sealing: '封印中',
  waiting: 'ネットワーク待ち',
  delayed: '次の試行待ち',
  sealed: '封印済み',
  delivering: '封印済み、アップロード中',
  undelivered: '封印済み、アップロード待ち',
  uploaded: '封印済み、アップロード済み',
  failed: '封印なし',
};

const still = [
  '写真を封印しています。少しお待ちください。',
  '録音を封印しています。少しお待ちください。',
  '写真 #\u00a0枚を封印しています。少しお待ちください。',
  '録音 #\u00a0件を封印しています。少しお待ちください。',
] as const;

/** Of one photo, one recording, several photos, several recordings. */
const unsealed: Partial<
  Record<Standing, typeof still | readonly [string, string, string, string]>
> = {
  failed: [
    '写真は封印されていません。もう一度試すか、除外してください。',
    '録音は封印されていません。もう一度試すか、除外してください。',
    '写真 #\u00a0枚が封印されていません。もう一度試すか、除外してください。',
    '録音 #\u00a0件が封印されていません。もう一度試すか、除外してください。',
  ],
  'awaits-plate': [
    '写真はまだ封印されていません。ナンバーを確認してください。',
    '録音はまだ封印されていません。ナンバーを確認してください。',
    '写真 #\u00a0枚がまだ封印されていません。ナンバーを確認してください。',
    '録音 #\u00a0件がまだ封印されていません。ナンバーを確認してください。',
  ],
  held: [
    '写真はまだ封印されていません。',
    '録音はまだ封印されていません。',
    '写真 #\u00a0枚がまだ封印されていません。',
    '録音 #\u00a0件がまだ封印されていません。',
  ],
  misconfigured: [
    '写真はまだ封印されていません。このページの設定に問題があります。管理者に知らせてください。',
    '録音はまだ封印されていません。このページの設定に問題があります。管理者に知らせてください。',
    '写真 #\u00a0枚がまだ封印されていません。このページの設定に問題があります。管理者に知らせてください。',
    '録音 #\u00a0件がまだ封印されていません。このページの設定に問題があります。管理者に知らせてください。',
  ],
  waiting: [
    '写真はネットワークを待っています。つながると自動的に封印されます。',
    '録音はネットワークを待っています。つながると自動的に封印されます。',
    '写真 #\u00a0枚がネットワークを待っています。つながると自動的に封印されます。',
    '録音 #\u00a0件がネットワークを待っています。つながると自動的に封印されます。',
  ],
  delayed: [
    '写真はまだ封印されていません。次の試行は自動的に行われます。',
    '録音はまだ封印されていません。次の試行は自動的に行われます。',
    '写真 #\u00a0枚がまだ封印されていません。次の試行は自動的に行われます。',
    '録音 #\u00a0件がまだ封印されていません。次の試行は自動的に行われます。',
  ],
};

const groupNames: Record<ContentGroup, string> = {
  place: '位置情報',
  attitude: '向き',
  camera: 'カメラ',
  microphone: 'マイク',
  device: '端末',
  network: 'ネットワーク',
};

export const photos = (total: number, mode: Mode, rest: string) =>
  count(
    total,
    by(
      mode,
      {one: `写真 #\u00a0枚${rest}`, other: `写真 #\u00a0枚${rest}`},
      {one: `録音 #\u00a0件${rest}`, other: `録音 #\u00a0件${rest}`},
    ),
  );

export const capture: Partial<typeof English> = {
  captureAsks: (mode, place, motion) => {
    if (place && motion)
      return by(
        mode,
        'ブラウザーがカメラ、位置情報、モーションセンサーの許可を求めます。位置情報とモーションは任意です。',
        'ブラウザーがマイク、位置情報、モーションセンサーの許可を求めます。位置情報とモーションは任意です。',
      );
    if (place)
      return by(
        mode,
        'ブラウザーがカメラと位置情報の許可を求めます。位置情報は任意です。',
        'ブラウザーがマイクと位置情報の許可を求めます。位置情報は任意です。',
      );
    return motion
      ? by(
          mode,
          'ブラウザーがカメラとモーションセンサーの許可を求めます。モーションは任意です。',
          'ブラウザーがマイクとモーションセンサーの許可を求めます。モーションは任意です。',
        )
      : by(
          mode,
          '写真を撮るにはカメラをオンにしてください。撮影後すぐに封印されます。',
          '録音は終了するとすぐに封印されます。',
        );
  },
  captureObstacle: (name, mode) => by(mode, ...obstacles[name]),
  captureObstacleHelp: (name, mode, code) =>
    (code === 'part_missing' ? partMissing : by(mode, ...help[name])) + (code && `(${code})`),
  captureAskAgain: 'もう一度許可を求める',
  captureTryAgain: 'もう一度試す',
  captureContents: (groups, mode) =>
    groups.length > 0
      ? `封印するもの: ${list(groups.map((group) => groupNames[group]))}`
      : by(mode, '封印するもの: 写真のみ', '封印するもの: 録音のみ'),
  capturePlaceOff: '位置情報オフ',
  captureStands: (how, mode) => `${by(mode, '最後の写真', '録音')}: ${standings[how]}`,
  captureTimes: (taken, sealed) => `記録: ${taken}${sealed && `\n封印: ${sealed}`}`,
  captureStorageLow: (mode) =>
    by(
      mode,
      '保存領域の残りがわずかです。空きを作らないと、新しい写真を保存できません。',
      '保存領域の残りがわずかです。空きを作らないと、新しい録音を保存できません。',
    ),
  captureSealedNow: (mode) => by(mode, '写真を封印しました。', '録音を封印しました。'),
  captureUploadedNow: 'アップロードしました。',
  captureFailedNow: (mode, isStored) =>
    isStored
      ? by(
          mode,
          '写真は封印されていません。ここに保存されています。',
          '録音は封印されていません。ここに保存されています。',
        )
      : by(
          mode,
          '写真は封印されていません。このページを開いたままにしてください。',
          '録音は封印されていません。このページを開いたままにしてください。',
        ),
  captureAllFailed: (total, mode) => photos(total, mode, 'が封印されていません'),
  captureAllWaiting: (total, mode) => photos(total, mode, 'がネットワーク待ちです'),
  captureNoAccess: (total, mode) => photos(total, mode, 'がログイン待ちです'),
  captureMisconfigured: (total, mode) =>
    photos(
      total,
      mode,
      'をここに保存しました。まだ封印されていません。このページの設定に問題があります。管理者に知らせてください。',
    ),
  captureNotSealedYet: (total, mode) =>
    photos(total, mode, 'をここに保存しました。まだ封印されていません。'),
  captureNotUploaded: (total, mode) =>
    photos(total, mode, 'が封印済み、アップロードされていません'),
  captureMissing: (mode) => by(mode, '先に写真を撮ってください。', '先に録音してください。'),
  captureUnsealed: (how, total, mode) => {
    const [photo, recording, several, recordings] = unsealed[how] ?? still;
    return count(
      total,
      by(mode, {one: photo, other: several}, {one: recording, other: recordings}),
    );
  },
  captureLeaveOut: '除外する',
  captureDisabled: 'ページによってオフにされています。',
};
