import {capture} from './capture.js';

const words: Record<string, string> = {
  camera: 'microphone',
  Camera: 'Microphone',
  photo: 'recording',
  Photo: 'Recording',
  'Last photo': 'Recording',
  Taken: 'Recorded',
};

const ofRecordings = (text: string) =>
  text.replace(/camera|Taken|(last )?photo/gi, (word) => words[word] ?? word);

const terms = Object.entries(capture).map(([key, term]: [string, unknown]) => [
  key,
  typeof term === 'function'
    ? (...args: unknown[]) => ofRecordings((term as (...args: unknown[]) => string)(...args))
    : term,
]);

/** The terms for a recording and its microphone, with the same keys as those for a photo and the camera. */
export const captureOfRecordings: typeof capture = {
  ...(Object.fromEntries(terms) as typeof capture),
  captureMissing: () => 'Make a recording first.',
  captureAsks: (mode, place, motion) =>
    place || motion
      ? ofRecordings(capture.captureAsks(mode, place, motion))
      : 'It is sealed as soon as it ends.',
};
