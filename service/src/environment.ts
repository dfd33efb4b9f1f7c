/** `sandbox` seals with certificates that it makes itself; `live` with those of a certificate authority. */
export const environments = ['sandbox', 'live'] as const;
export type Environment = (typeof environments)[number];

/** Options of routes that each environment has. */
export interface OfEnvironment {
  environment: Environment;
}
