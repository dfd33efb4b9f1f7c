import type {LabelState} from '../../../../model/inspection/label-state.js';
import type {verdict as English} from '../../en/inspection/verdict.js';

const headings: Record<LabelState, string> = {
  valid: '封印は破られていません。',
  interim: '変更はなく、署名者は終了したリストに載っています。',
  untrusted: '変更はありませんが、署名者はここでは知られていません。',
  invalid: '封印が破られています。',
  none: '封印がありません。',
  unchecked: '確認できませんでした。',
};

/** Who and when, as far as both are known. */
const signing = (name?: string, time?: string): string => {
  if (name && time) return `${time} に ${name} により`;
  return name ? `${name} により` : `${time ?? ''} に`;
};

export const verdict: Partial<typeof English> = {
  verdict: (state) => headings[state],
  partlyConfirmed: '変更はありませんが、すべては確認されていません。',
  unchanged: (name, source) => {
    const since = name
      ? `${name} が封印してから何も変わっていません`
      : '封印されてから何も変わっていません';
    if (source === 'unknown') return `${since}が、元ファイルの署名者は信頼されていません。`;
    return source === 'broken' ? `${since}が、元ファイルの封印は破られていました。` : `${since}。`;
  },
  unknownSigner: (name = '署名者', byService = true) =>
    byService
      ? `封印されてから何も変わっていませんが、${name} はこのサービスが信頼する署名者に含まれていません。`
      : `封印されてから何も変わっていませんが、${name} はここで信頼されている署名者に含まれていません。`,
  changed: 'ファイルは封印後に変更されました。',
  notConfirmed: 'このファイルが自らについて示す内容は信頼できません。',
  notChecked: 'このファイルについて、良いことも悪いことも確認できませんでした。',
  noSeal: 'このファイルには封印がありません。偽物という意味ではありません。',
  sealedBy: (name, time) => `${signing(name, time)}封印されました。`,
  sealedAndStamped: (name, time) =>
    name
      ? `${name} により封印されました。タイムスタンプは ${time} ですが、発行者は不明です。`
      : `封印されました。タイムスタンプは ${time} ですが、発行者は不明です。`,
  sealedAtLatest: (name, time) =>
    name
      ? `${name} により、遅くとも ${time} までに封印されました。`
      : `遅くとも ${time} までに封印されました。`,
  saysSealedBy: (name, time) => `ファイルによると、${signing(name, time)}封印されました。`,
};
