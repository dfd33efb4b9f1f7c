/** The reader's regional variant of the page's language, e.g. en-GB for a page in English. */
export function readerLocale(
  language: string,
  preferred: readonly string[] = navigator.languages,
): string {
  const primary = language.split('-')[0];
  return preferred.find((locale) => locale.toLowerCase().split('-')[0] === primary) ?? language;
}

/** A date with its time and zone, such as "27 November 2026 at 08:51 CET". Every element writes times in this way. */
export const dateWithTime = (locale: string, date: Date): string =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(date);
