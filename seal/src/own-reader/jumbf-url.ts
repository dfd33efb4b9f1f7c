/** What a JUMBF URL names: a manifest, and one of its boxes. */
export interface JumbfTarget {
  /** The manifest's label; undefined in a URL that is relative to the manifest in which it stands. */
  manifest?: string;
  /** The labels of the box below its manifest, e.g. "c2pa.assertions/c2pa.actions"; undefined for a whole manifest. */
  path?: string;
}

/** Labels of the boxes of a manifest; a relative URL begins with one of them. */
const PARTS = /^c2pa\.(assertions|claim(\.v\d+)?|signature|credentials|databoxes)$/;
const STORE = 'c2pa';

/**
 * Parses the forms of a JUMBF URL (C2PA 2.4, "JUMBF URI references"), with those of earlier programs:
 *
 * - absolute: `self#jumbf=/c2pa/<manifest>/c2pa.assertions/<label>`, also without the first slash or without `c2pa`,
 * - relative to a manifest: `self#jumbf=c2pa.assertions/<label>`, also with a slash before it.
 *
 * A URL says where to look. What its hash covers is for the hash to decide: some programs hash the whole manifest and
 * name its claim. Undefined for another URL.
 */
export function parseJumbfUrl(url: string): JumbfTarget | undefined {
  const [, labels] = /^(?:self#jumbf=)?\/?([^#=?]+)$/.exec(url) ?? [];
  const parts = labels?.split('/') ?? [];
  if (parts.at(-1) === '') parts.pop();
  if (parts.length === 0 || parts.includes('')) return undefined;
  const [first = ''] = parts;
  if (PARTS.test(first)) return {path: parts.join('/')};
  const [manifest, ...box] = first === STORE ? parts.slice(1) : parts;
  if (manifest === undefined) return undefined;
  return {manifest, path: box.length > 0 ? box.join('/') : undefined};
}

/** The label of the manifest that an absolute URL names. */
export const manifestIn = (url: string): string | undefined => parseJumbfUrl(url)?.manifest;

/** The label of the assertion, or of the other box, that a URL names. */
export const labelIn = (url: string): string =>
  parseJumbfUrl(url)?.path?.split('/').at(-1) ?? url.slice(url.lastIndexOf('/') + 1);

/** An absolute URL in the form that the engine writes, so that two forms can be compared; others are unchanged. */
export function canonicalUrl(url: string): string {
  const {manifest, path} = parseJumbfUrl(url) ?? {};
  if (manifest === undefined) return url;
  return `self#jumbf=/${STORE}/${manifest}${path === undefined ? '' : `/${path}`}`;
}
