/**
 * The address has the page's origin. Pages in apps have schemes of their own (`capacitor://localhost`), which a URL may
 * give no origin: 'null', as of `data:` addresses and of sandboxed frames, is nobody's.
 */
export const isOfPage = (
  url: URL,
  page: Pick<Location, 'origin' | 'protocol' | 'host'> = location,
): boolean =>
  (url.origin !== 'null' && url.origin === page.origin) ||
  (url.protocol === page.protocol && url.host === page.host);
