import {readFileSync, readdirSync} from 'node:fs';

/** The reason why each test file may wait for the night, by its path; it names a test that runs by day. */
export const reasonsAtNight = JSON.parse(
  readFileSync(new URL('at-night.json', import.meta.url), 'utf8'),
);

/** Test files that `npm test` leaves to `npm run test:night`. */
export const filesAtNight = Object.keys(reasonsAtNight);

const isTest = (path) => path.endsWith('.test.ts');
const usesVariants = (path) =>
  /from '[./]+\/variants\.js'/.test(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** Test files of which `npm test` runs a part, and the night all; see variants.ts. */
export const filesWithVariants = readdirSync(new URL('.', import.meta.url), {recursive: true})
  .filter(isTest)
  .map((path) => path.replaceAll('\\', '/'))
  .filter(usesVariants)
  .map((path) => `test/${path}`)
  .sort();
