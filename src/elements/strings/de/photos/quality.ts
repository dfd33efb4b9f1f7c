import type {QualityProblem} from '../../../../model/picture-quality.js';
import type {photoQuality as English} from '../../en/photos/quality.js';

const questions: Record<QualityProblem, string> = {
  blurred: 'Wirkt unscharf. Neu aufnehmen?',
  dark: 'Wirkt zu dunkel. Neu aufnehmen?',
  overexposed: 'Wirkt überbelichtet. Neu aufnehmen?',
};

const sentences: Record<QualityProblem, string> = {
  blurred:
    'Foto aufgenommen. Es wirkt unscharf. Sie können es neu aufnehmen; sonst bleibt es erhalten.',
  dark: 'Foto aufgenommen. Es wirkt zu dunkel. Sie können es neu aufnehmen; sonst bleibt es erhalten.',
  overexposed:
    'Foto aufgenommen. Es wirkt überbelichtet. Sie können es neu aufnehmen; sonst bleibt es erhalten.',
};

export const photoQuality: Partial<typeof English> = {
  qualityQuestion: (problem) => questions[problem],
  qualitySaid: (problem) => sentences[problem],
  qualityRetake: 'Neu aufnehmen',
  qualityKeep: 'Behalten',
};
