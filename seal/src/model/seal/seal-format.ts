// Separate from the schemas, so that the page's worker does not load a schema library for a few numbers.

/**
 * Labels of the assertions with the capture metadata as JSON: one for each part that may be redacted, because whole
 * assertions are redacted (C2PA 2.4, "Redaction of assertions"). Labels that end in ".metadata" are reserved for
 * JSON-LD ("Metadata"). Seals of the first version have everything in the first.
 */
export const metadataAssertions = {
  /** Times, and all sections without an assertion of their own. */
  capture: 'org.sealed-capture.capture',
  place: 'org.sealed-capture.place',
  /** The capturing device, and its connection. */
  device: 'org.sealed-capture.device',
  /**
   * What the signer does not vouch for: tags, license plates, and values of the page's adapters; for an uploaded
   * file, everything.
   */
  gathered: 'org.sealed-capture.gathered',
} as const;

/** A part of the capture metadata with assertions of its own. */
export type SealedSection = keyof typeof metadataAssertions;
export const sealedSections = Object.keys(metadataAssertions) as SealedSection[];

/** Names of the parts in sentences. */
export const sectionNames: Record<SealedSection, string> = {
  place: 'the place',
  device: 'the device',
  gathered: 'what others say of it',
  capture: 'the times and measurements',
};

/** The largest manifest size that may be requested, in bytes. */
export const MAX_MANIFEST_SIZE = 1024 * 1024;
/**
 * Bytes of the tags as JSON that a page may have sealed: with them, all other metadata fit into the largest
 * manifest. The largest number of longest tags fits if their characters take one byte.
 */
export const MAX_TAGS_SIZE = 768 * 1024;
/** Bytes of a signature with its chain and time stamp. */
export const MIN_MANIFEST_SIZE = 4096;
/** Bytes of the largest file that can be sealed by digest: the containers' offsets allow no larger ones. */
export const MAX_MEDIA_SIZE = 2 ** 31 - 1;
