import type {QualityProblem} from '../../../../model/picture-quality.js';
import type {photoQuality as English} from '../../en/photos/quality.js';

const questions: Record<QualityProblem, string> = {
  blurred: 'Sembra sfocata. Ripetere?',
  dark: 'Sembra troppo scura. Ripetere?',
  overexposed: 'Sembra sovraesposta. Ripetere?',
};

const sentences: Record<QualityProblem, string> = {
  blurred: 'Foto scattata. Sembra sfocata. Può ripeterla; altrimenti viene conservata.',
  dark: 'Foto scattata. Sembra troppo scura. Può ripeterla; altrimenti viene conservata.',
  overexposed: 'Foto scattata. Sembra sovraesposta. Può ripeterla; altrimenti viene conservata.',
};

export const photoQuality: Partial<typeof English> = {
  qualityQuestion: (problem) => questions[problem],
  qualitySaid: (problem) => sentences[problem],
  qualityRetake: 'Ripeti',
  qualityKeep: 'Conserva',
};
