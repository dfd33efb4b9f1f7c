export const filesAtNight: readonly string[];
export const filesWithVariants: readonly string[];
