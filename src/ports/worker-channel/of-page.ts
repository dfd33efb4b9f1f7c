/**
 * The address has the page's origin. Pages in apps have schemes of their own (`capacitor://localhost`), which a URL may
 * give no origin.
 */
export const isOfPage = (
  url: URL,
  page: Pick<Location, 'origin' | 'protocol' | 'host'> = location,
): boolean =>
  url.origin === page.origin || (url.protocol === page.protocol && url.host === page.host);
