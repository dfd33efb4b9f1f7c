/** Browsers that are unblocked in the same way. */
export type BrowserFamily = 'chromium' | 'firefox' | 'safari' | 'android' | 'ios' | 'other';

/** Which steps to show. Guessed from the user agent: nothing but the wording depends on it. */
export function browserFamily({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): BrowserFamily {
  // An iPad calls itself a Macintosh, which has no touch screen.
  if (/iPhone|iPad/.test(userAgent)) return 'ios';
  if (/Macintosh/.test(userAgent) && maxTouchPoints > 1) return 'ios';
  if (/Firefox/.test(userAgent)) return 'firefox';
  if (/Android/.test(userAgent)) return 'android';
  if (/Chrome/.test(userAgent)) return 'chromium';
  if (/Macintosh.*Safari/.test(userAgent)) return 'safari';
  return 'other';
}
