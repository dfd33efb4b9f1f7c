import {readFileSync, readdirSync} from 'node:fs';

/** The reason why each test file may wait for the night, by its path; it names a test that runs by day. */
const reasonsAtNight = JSON.parse(readFileSync(new URL('at-night.json', import.meta.url), 'utf8'));

/** Test files that `npm test` leaves to `npm run test:night`. */
export const filesAtNight = Object.keys(reasonsAtNight);

/** All test files, by their paths in the project. */
export const testFiles = ['test', 'seal/test', 'service/test'].flatMap((folder) =>
  readdirSync(new URL(`../${folder}`, import.meta.url), {recursive: true})
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .sort(),
);

/** Test files of which `npm test` runs a part, with their sources; see variants.ts. */
const withVariants = testFiles
  .map((path) => [path, readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')])
  .filter(([, source]) => /from '[./]+\/variants\.js'/.test(source));

/** Test files that `npm run test:night` runs. */
export const filesOfNight = [...filesAtNight, ...withVariants.map(([path]) => path)];

/** What is said of each test that waits for the night, with the file's path: in the comment above it, or in at-night.json. */
export const neighborsByDay = [
  ...Object.entries(reasonsAtNight),
  ...withVariants.flatMap(([path, source]) =>
    [...source.matchAll(/\/\/ (.*)\n\s*atNight\(/g)].map(([, comment]) => [path, comment]),
  ),
];
