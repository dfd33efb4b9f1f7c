export const filesAtNight: readonly string[];
export const filesOfNight: readonly string[];
