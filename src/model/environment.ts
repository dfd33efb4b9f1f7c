/** sandbox seals with certificates of its own making; live with those of a certificate authority. */
export const environments = ['sandbox', 'live'] as const;
export type Environment = (typeof environments)[number];

/**
 * Name of the assertion that holds the capture metadata as JSON. Names that end in ".metadata" are reserved for
 * JSON-LD with a context (C2PA 2.2, "Metadata").
 */
export const METADATA_ASSERTION = 'org.sealed-capture.capture';
