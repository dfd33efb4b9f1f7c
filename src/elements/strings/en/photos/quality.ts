import type {QualityProblem} from '../../../../model/picture-quality.js';

const questions: Record<QualityProblem, string> = {
  blurred: 'Looks blurred. Retake?',
  dark: 'Looks too dark. Retake?',
  overexposed: 'Looks overexposed. Retake?',
};

const sentences: Record<QualityProblem, string> = {
  blurred: 'Photo taken. It looks blurred. You can retake it; otherwise it is kept.',
  dark: 'Photo taken. It looks too dark. You can retake it; otherwise it is kept.',
  overexposed: 'Photo taken. It looks overexposed. You can retake it; otherwise it is kept.',
};

/** Terms of the notice about a photo that does not look good. Keys start with `quality`. */
export const photoQuality = {
  qualityQuestion: (problem: QualityProblem) => questions[problem],
  qualitySaid: (problem: QualityProblem) => sentences[problem],
  qualityRetake: 'Retake',
  qualityKeep: 'Keep',
};
