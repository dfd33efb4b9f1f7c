import type {QualityProblem} from '../../../../model/picture-quality.js';
import type {photoQuality as English} from '../../en/photos/quality.js';

const questions: Record<QualityProblem, string> = {
  blurred: 'Parece desfocada. Repetir?',
  dark: 'Parece escura demais. Repetir?',
  overexposed: 'Parece superexposta. Repetir?',
};

const sentences: Record<QualityProblem, string> = {
  blurred: 'Foto tirada. Parece desfocada. É possível repeti-la; senão, ela fica guardada.',
  dark: 'Foto tirada. Parece escura demais. É possível repeti-la; senão, ela fica guardada.',
  overexposed: 'Foto tirada. Parece superexposta. É possível repeti-la; senão, ela fica guardada.',
};

export const photoQuality: Partial<typeof English> = {
  qualityQuestion: (problem) => questions[problem],
  qualitySaid: (problem) => sentences[problem],
  qualityRetake: 'Repetir',
  qualityKeep: 'Manter',
};
