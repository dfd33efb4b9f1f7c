import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';
import type {fileFacts as English} from '../../en/inspection/file-facts.js';
import {own, plurals} from '../../wording.js';

const count = plurals('ja');

const sourceTypes: Record<string, string> = {
  digitalCapture: 'カメラまたはマイクで記録',
  computationalCapture: 'カメラの複数の画像を合成',
  negativeFilm: 'フィルムからデジタル化',
  positiveFilm: 'フィルムからデジタル化',
  print: 'プリントからデジタル化',
  humanEdits: '人が編集',
  minorHumanEdits: '人が軽く編集',
  algorithmicallyEnhanced: 'アルゴリズムで補正',
  compositeCapture: '複数の記録を合成',
  composite: '複数の素材を合成',
  compositeSynthetic: 'アルゴリズムが作った部分を含む合成',
  compositeWithTrainedAlgorithmicMedia: '学習済みアルゴリズム(AI)で編集',
  trainedAlgorithmicMedia: '学習済みアルゴリズム(AI)が生成',
  trainedAlgorithmicData: '学習済みアルゴリズム(AI)が生成',
  algorithmicMedia: 'アルゴリズムが生成',
  dataDrivenMedia: 'データから生成',
  digitalCreation: '人がソフトウェアで作成',
  digitalArt: '人がソフトウェアで作成',
  virtualRecording: '仮想シーンから記録',
  screenCapture: '画面から記録',
};

const actions: Record<string, string> = {
  addedText: '文字を追加',
  adjustedColor: '色を調整',
  color_adjustments: '色を調整',
  changedSpeed: '速度を変更',
  converted: '変換',
  created: '作成',
  cropped: '切り抜き',
  deleted: '一部を削除',
  drawing: '描き込み',
  dubbed: '吹き替え',
  edited: '編集',
  'edited.metadata': '説明を編集',
  enhanced: '補正',
  filtered: 'フィルターを適用',
  opened: '読み込み',
  orientation: '回転',
  placed: '内容を追加',
  published: '公開',
  redacted: '封印の一部を削除',
  removed: '内容を削除',
  repackaged: '再パッケージ',
  resized: 'サイズを変更',
  transcoded: '変換',
  translated: '翻訳',
  trimmed: '短縮',
  unknown: '不明な変更',
  watermarked: '透かしを追加',
};

const origins: Record<Parameters<typeof English.origin>[0], string> = {
  captured: '封印によると、カメラまたはマイクで記録されました。',
  file: 'このファイルは封印前から存在していました。どのように作られたかは封印に示されていません。',
  sealedFile: '封印によると、独自の封印を持つファイルから作られました。',
};

const sealedParts: Record<string, string> = {
  place: '位置情報',
  device: '端末とそのネットワーク',
  gathered: '他者による情報(タグ、ナンバー)',
  capture: '時刻と測定値',
};

const redactionReasons: Record<string, string> = {
  'c2pa.PII.present': '理由: 個人情報。',
  'c2pa.invalid.data': '理由: 誤った情報。',
  'c2pa.trade-secret.present': '理由: 企業秘密。',
  'c2pa.government.confidential': '理由: 機密。',
};

const relationships: Record<Parameters<typeof English.relationship>[0], string> = {
  parentOf: 'このファイルの元になったファイル',
  componentOf: 'このファイルの一部',
  inputTo: 'このファイルを作ったプログラムへの入力',
};

const troubles: Record<CheckArea, string> = {
  content: '追加時に内容が変更されていました。',
  signature: '追加時に封印が変更されていました。',
  certificate: '追加時に、封印に使われた証明書が有効ではありませんでした。',
  trust: '追加時に署名者が不明でした。',
  time: '追加時に封印の時刻が確認されていませんでした。',
  statements: '追加時に記載が署名されたものと異なっていました。',
  ingredients: '追加時に元ファイルの封印に問題がありました。',
  identity: '追加時に身元の記載に問題がありました。',
  clock: '追加時に端末の時計が正しくありませんでした。',
  others: '追加時に確認に失敗したものがありました。',
};

export const fileFacts: Partial<typeof English> = {
  notConfirmedMark: '(未確認)',
  readingFile: 'ファイルを読み取っています。',
  fileUnreadable: '読み取れませんでした。',
  readingSeal: '封印のその他の内容を読み取っています。',
  factsFailed: 'この端末では封印のその他の内容を読み取れませんでした。',
  typeByContent: '内容から判断した種類',
  pixels: '幅 × 高さ',
  duration: '長さ',
  sha256: 'フィンガープリント (SHA-256)',
  copySha256: 'フィンガープリントをコピー',
  plateShown: 'ナンバーの位置を表示',
  plateMarked: (plate) => `現在のファイル。ナンバーに印を付けました: ${plate}。`,
  certificates: '証明書',
  otherCertificates: 'これは判定の対象となった証明書ではありません。',
  issuer: (name, time) => `発行者: ${name} · 有効期限: ${time}`,
  serialNumber: 'シリアル番号',
  keyAlgorithm: '鍵',
  copyPem: 'PEM としてコピー',
  expiredSince: 'その後有効期限が切れましたが、タイムスタンプの時点では有効でした。',
  notValidThen: 'タイムスタンプの時点では有効ではありませんでした。',
  notValidNow: '現在は有効ではありません。',
  trustList: '確認の根拠',
  byOfficialList: 'C2PA 信頼リスト',
  byOwnRoots: 'ここで信頼されているルート証明書',
  byInterimList: '2026年1月に終了した暫定リスト',
  assuranceLevel: '保証レベル (C2PA)',
  product: '製品',
  maker: '製造元',
  maximumLevel: '最高の保証レベル',
  productStatus: '製品の状態',
  conformant: '適合',
  disallowedSignals: '主張できないこと',
  noCapture: 'メディアを記録したこと',
  noStitchedCapture: '記録したメディアを合成したこと',
  noCreation: 'メディアが AI なしで作られたこと',
  unconfirmedPicture: '未確認: 撮影されたものとは異なる可能性があります。',
  notPackedHere: 'このブラウザーでは、証拠をまとめるスクリプトを開始できませんでした。',
  andMore: (total, isLeast) =>
    isLeast
      ? count(total, {other: 'ほかに少なくとも #\u00a0件。'})
      : count(total, {other: 'ほかに #\u00a0件。'}),
  history: 'ファイルに行われたこと',
  origin: (origin) => origins[origin],
  action: (name) => own(actions, name.replace('c2pa.', '')) ?? name,
  sourceType: (name) => own(sourceTypes, name) ?? name,
  madeBy: (how) => `封印の記載: ${how}。`,
  withSoftware: (name) => `使用: ${name}`,
  redactions: '封印から削除されたもの',
  part: (section) => own(sealedParts, section) ?? section,
  takenOutBy: (name = '名前のない署名者') => `削除者: ${name}`,
  takenOutFor: (reason) => own(redactionReasons, reason) ?? `理由: ${reason}`,
  ingredients: '元になったもの',
  untitled: '名前のないファイル',
  relationship: (relationship) => relationships[relationship],
  ingredientSigner: (name) => `封印者: ${name}`,
  ingredientUnsigned: '署名者の記載なし',
  ingredientUnsealed: '封印はありませんでした',
  ingredientFailed: (area, name) => (name ? `${name}: ${troubles[area]}` : troubles[area]),
  compare: '元の画像と比較',
  before: '変更前',
  now: 'このファイル',
  overlaid: '重ねて表示',
  divide: '以前の画像を表示する割合',
};
