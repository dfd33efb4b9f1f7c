import {readFileSync} from 'node:fs';

const reasons = readFileSync(new URL('at-night.json', import.meta.url), 'utf8');

/** Test files that `npm test` leaves to `npm run test:night`. at-night.json has the reason why each may wait. */
export const filesAtNight = Object.keys(JSON.parse(reasons));
