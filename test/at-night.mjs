import {readFileSync} from 'node:fs';

/** The reason why each test file may wait for the night, by its path; it names a test that runs by day. */
export const reasonsAtNight = JSON.parse(
  readFileSync(new URL('at-night.json', import.meta.url), 'utf8'),
);

/** Test files that `npm test` leaves to `npm run test:night`. */
export const filesAtNight = Object.keys(reasonsAtNight);
