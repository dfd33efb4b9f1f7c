/** Most files that an inspector takes at once. */
export const MOST_FILES = 500;
