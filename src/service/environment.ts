/** `sandbox` seals with certificates of its own making; `live` with those of a certificate authority. */
export const environments = ['sandbox', 'live'] as const;
export type Environment = (typeof environments)[number];
