/** Browsers with the same steps to unblock a device. */
export type BrowserFamily = 'chromium' | 'firefox' | 'safari' | 'android' | 'ios' | 'other';

/** The browser whose steps are shown. Guessed from the user agent, because only the wording depends on it. */
export function browserFamily({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): BrowserFamily {
  // An iPad identifies as a Macintosh, which has no touch screen.
  if (/iPhone|iPad/.test(userAgent)) return 'ios';
  if (/Macintosh/.test(userAgent) && maxTouchPoints > 1) return 'ios';
  if (/Firefox/.test(userAgent)) return 'firefox';
  if (/Android/.test(userAgent)) return 'android';
  if (/Chrome/.test(userAgent)) return 'chromium';
  if (/Macintosh.*Safari/.test(userAgent)) return 'safari';
  return 'other';
}
