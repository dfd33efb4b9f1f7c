import type {QualityProblem} from '../../../../model/picture-quality.js';
import type {photoQuality as English} from '../../en/photos/quality.js';

const questions: Record<QualityProblem, string> = {
  blurred: 'Semble floue. Reprendre ?',
  dark: 'Semble trop sombre. Reprendre ?',
  overexposed: 'Semble surexposée. Reprendre ?',
};

const sentences: Record<QualityProblem, string> = {
  blurred: 'Photo prise. Elle semble floue. Vous pouvez la reprendre ; sinon, elle est conservée.',
  dark: 'Photo prise. Elle semble trop sombre. Vous pouvez la reprendre ; sinon, elle est conservée.',
  overexposed:
    'Photo prise. Elle semble surexposée. Vous pouvez la reprendre ; sinon, elle est conservée.',
};

export const photoQuality: Partial<typeof English> = {
  qualityQuestion: (problem) => questions[problem],
  qualitySaid: (problem) => sentences[problem],
  qualityRetake: 'Reprendre',
  qualityKeep: 'Conserver',
};
