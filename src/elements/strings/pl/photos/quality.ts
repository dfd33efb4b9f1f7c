import type {QualityProblem} from '../../../../model/picture-quality.js';
import type {photoQuality as English} from '../../en/photos/quality.js';

const questions: Record<QualityProblem, string> = {
  blurred: 'Wygląda na nieostre. Powtórzyć?',
  dark: 'Wygląda na zbyt ciemne. Powtórzyć?',
  overexposed: 'Wygląda na prześwietlone. Powtórzyć?',
};

const sentences: Record<QualityProblem, string> = {
  blurred:
    'Zrobiono zdjęcie. Wygląda na nieostre. Można je powtórzyć; w przeciwnym razie zostanie zachowane.',
  dark: 'Zrobiono zdjęcie. Wygląda na zbyt ciemne. Można je powtórzyć; w przeciwnym razie zostanie zachowane.',
  overexposed:
    'Zrobiono zdjęcie. Wygląda na prześwietlone. Można je powtórzyć; w przeciwnym razie zostanie zachowane.',
};

export const photoQuality: Partial<typeof English> = {
  qualityQuestion: (problem) => questions[problem],
  qualitySaid: (problem) => sentences[problem],
  qualityRetake: 'Powtórz',
  qualityKeep: 'Zachowaj',
};
