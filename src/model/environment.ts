/** sandbox seals with certificates of its own making; live with those of a certificate authority. */
export const environments = ['sandbox', 'live'] as const;
export type Environment = (typeof environments)[number];

/** Name of the assertion that holds the capture metadata as JSON. */
export const METADATA_ASSERTION = 'org.sealed-capture.metadata';
