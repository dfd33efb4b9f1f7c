export const filesAtNight: readonly string[];
