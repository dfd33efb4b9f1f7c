import type {QualityProblem} from '../../../../model/picture-quality.js';
import type {photoQuality as English} from '../../en/photos/quality.js';

const questions: Record<QualityProblem, string> = {
  blurred: 'ぼやけているようです。撮り直しますか？',
  dark: '暗すぎるようです。撮り直しますか？',
  overexposed: '明るすぎるようです。撮り直しますか？',
};

const sentences: Record<QualityProblem, string> = {
  blurred: '写真を撮りました。ぼやけているようです。撮り直せます。撮り直さなければ保存されます。',
  dark: '写真を撮りました。暗すぎるようです。撮り直せます。撮り直さなければ保存されます。',
  overexposed: '写真を撮りました。明るすぎるようです。撮り直せます。撮り直さなければ保存されます。',
};

export const photoQuality: Partial<typeof English> = {
  qualityQuestion: (problem) => questions[problem],
  qualitySaid: (problem) => sentences[problem],
  qualityRetake: '撮り直す',
  qualityKeep: '残す',
};
