/** True for `npm run bench -- --quick`, which shows that every group still runs: its figures are of too few rounds to say more. */
export const isQuick = process.argv.includes('--quick');

/** How many rounds, seconds or pictures: in full, and for the quick form. */
export const rounds = (full: number, quick: number): number => (isQuick ? quick : full);
