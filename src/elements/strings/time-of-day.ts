import {readerLocale} from './date-with-time.js';

/** The time of day, such as "08:51", of a moment that is only minutes ago; `language` is the page's. */
export const timeOfDay = (language: string, date: Date): string =>
  new Intl.DateTimeFormat(readerLocale(language), {hour: '2-digit', minute: '2-digit'}).format(
    date,
  );
