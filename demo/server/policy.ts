/**
 * The Content-Security-Policy of pages with the elements, without what a `<meta>` cannot say: who frames them.
 *
 * @param types names of their policies for Trusted Types
 */
export const policyWith = (types: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${types}`,
  ].join('; ');
