/**
 * True for `npm run bench -- --quick`, which only shows that every group still runs: it has too few rounds for reliable
 * figures.
 */
export const isQuick = process.argv.includes('--quick');

/** Number of rounds, seconds or pictures: for a full run, and for the quick one. */
export const rounds = (full: number, quick: number): number => (isQuick ? quick : full);
