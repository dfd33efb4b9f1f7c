import type {QualityProblem} from '../../../../model/picture-quality.js';
import type {photoQuality as English} from '../../en/photos/quality.js';

const questions: Record<QualityProblem, string> = {
  blurred: 'Lijkt onscherp. Opnieuw maken?',
  dark: 'Lijkt te donker. Opnieuw maken?',
  overexposed: 'Lijkt overbelicht. Opnieuw maken?',
};

const sentences: Record<QualityProblem, string> = {
  blurred: 'Foto gemaakt. Hij lijkt onscherp. U kunt hem opnieuw maken; anders blijft hij bewaard.',
  dark: 'Foto gemaakt. Hij lijkt te donker. U kunt hem opnieuw maken; anders blijft hij bewaard.',
  overexposed:
    'Foto gemaakt. Hij lijkt overbelicht. U kunt hem opnieuw maken; anders blijft hij bewaard.',
};

export const photoQuality: Partial<typeof English> = {
  qualityQuestion: (problem) => questions[problem],
  qualitySaid: (problem) => sentences[problem],
  qualityRetake: 'Opnieuw maken',
  qualityKeep: 'Bewaren',
};
