/**
 * True if the address has the page's origin. Pages in apps have schemes of their own (`capacitor://localhost`), for
 * which URL may return the origin 'null'; so it does for `data:` addresses and sandboxed frames, which do not
 * count.
 */
export const isOfPage = (
  url: URL,
  page: Pick<Location, 'origin' | 'protocol' | 'host'> = location,
): boolean =>
  (url.origin !== 'null' && url.origin === page.origin) ||
  (url.protocol === page.protocol && url.host === page.host);
