/** Peaks in each second of a recording's sound: the loudest sample of each twentieth of it. */
export const PEAKS_PER_SECOND = 20;
