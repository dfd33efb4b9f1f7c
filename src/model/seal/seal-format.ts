// Apart from the schemas, so that the page's worker does not carry a schema library for a few numbers.

/**
 * Names of the assertions that hold the capture metadata as JSON: one for each part that may have to go later, as
 * whole assertions are redacted (C2PA 2.4, "Redaction of assertions"). Names that end in ".metadata" are reserved for
 * JSON-LD with a context ("Metadata"). Seals of the first version have all of it in the first.
 */
export const metadataAssertions = {
  /** Times, and all sections that have no assertion of their own. */
  capture: 'org.sealed-capture.capture',
  place: 'org.sealed-capture.place',
  /** What captured, and how it was connected. */
  device: 'org.sealed-capture.device',
  /** What others say: tags, licence plates, and values of the page's adapters; of an uploaded file, all. */
  gathered: 'org.sealed-capture.gathered',
} as const;

/** A part of the capture metadata that has assertions of its own. */
export type SealedSection = keyof typeof metadataAssertions;
export const sealedSections = Object.keys(metadataAssertions) as SealedSection[];

/** As sentences name them. */
export const sectionNames: Record<SealedSection, string> = {
  place: 'the place',
  device: 'the device',
  gathered: 'what others say of it',
  capture: 'the times and measurements',
};

/** The largest hole that may be asked for. */
export const MAX_MANIFEST_SIZE = 1024 * 1024;
/**
 * Bytes of the tags as JSON that a page may ask to seal: with them, all other metadata fit in the largest hole. As
 * many tags of the longest length fit where their characters take one byte.
 */
export const MAX_TAGS_SIZE = 768 * 1024;
/** A signature with its chain and time stamp alone takes this much. */
export const MIN_MANIFEST_SIZE = 4096;
/** The largest file that can be sealed by digest: above it, offsets would not fit the containers. */
export const MAX_MEDIA_SIZE = 2 ** 31 - 1;
