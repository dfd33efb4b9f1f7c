// Apart from the schemas, so that the page's worker does not carry a schema library for a few numbers.

/**
 * Name of the assertion that holds the capture metadata as JSON. Names that end in ".metadata" are reserved for
 * JSON-LD with a context (C2PA 2.2, "Metadata").
 */
export const METADATA_ASSERTION = 'org.sealed-capture.capture';

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
