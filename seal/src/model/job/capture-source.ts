/** The element that captured, by what it has in common with itself in another visit. */
export interface CaptureSource {
  /** Address of its page, without a fragment. */
  page: string;
  /** Name of its tag. */
  tag: string;
  id?: string;
  name?: string;
}

/**
 * True if both are the same element of one page: by their ids or, if one of them has none, by their names. Elements
 * with neither are never the same.
 */
export function isSameElement(one?: CaptureSource, other?: CaptureSource): boolean {
  if (!one || !other || one.page !== other.page || one.tag !== other.tag) return false;
  return one.id && other.id ? one.id === other.id : !!one.name && one.name === other.name;
}
