import type {QualityProblem} from '../../../../model/picture-quality.js';
import type {photoQuality as English} from '../../en/photos/quality.js';

const questions: Record<QualityProblem, string> = {
  blurred: 'تبدو غير واضحة. هل تريد إعادة التصوير؟',
  dark: 'تبدو مظلمة جدًا. هل تريد إعادة التصوير؟',
  overexposed: 'تبدو شديدة السطوع. هل تريد إعادة التصوير؟',
};

const sentences: Record<QualityProblem, string> = {
  blurred: 'التُقطت الصورة. تبدو غير واضحة. يمكن إعادة تصويرها، وإلا فستُحفظ.',
  dark: 'التُقطت الصورة. تبدو مظلمة جدًا. يمكن إعادة تصويرها، وإلا فستُحفظ.',
  overexposed: 'التُقطت الصورة. تبدو شديدة السطوع. يمكن إعادة تصويرها، وإلا فستُحفظ.',
};

export const photoQuality: Partial<typeof English> = {
  qualityQuestion: (problem) => questions[problem],
  qualitySaid: (problem) => sentences[problem],
  qualityRetake: 'إعادة التصوير',
  qualityKeep: 'إبقاء',
};
