import type {QualityProblem} from '../../../../model/picture-quality.js';
import type {photoQuality as English} from '../../en/photos/quality.js';

const questions: Record<QualityProblem, string> = {
  blurred: 'Parece borrosa. ¿Repetir?',
  dark: 'Parece demasiado oscura. ¿Repetir?',
  overexposed: 'Parece sobreexpuesta. ¿Repetir?',
};

const sentences: Record<QualityProblem, string> = {
  blurred: 'Foto tomada. Parece borrosa. Puede repetirla; si no, se conserva.',
  dark: 'Foto tomada. Parece demasiado oscura. Puede repetirla; si no, se conserva.',
  overexposed: 'Foto tomada. Parece sobreexpuesta. Puede repetirla; si no, se conserva.',
};

export const photoQuality: Partial<typeof English> = {
  qualityQuestion: (problem) => questions[problem],
  qualitySaid: (problem) => sentences[problem],
  qualityRetake: 'Repetir',
  qualityKeep: 'Conservar',
};
