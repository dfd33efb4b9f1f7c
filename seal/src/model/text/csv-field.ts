import {visibleText} from './visible-text.js';

/**
 * Where a spreadsheet may see a formula begin: at the start of a field, and after everything that it may take for
 * the end of one. Which character separates fields is a setting of the spreadsheet and of the country (`;` in much
 * of Europe), and other separators than the comma are not protected by the quotes around a field. Quotes and spaces
 * before the formula are skipped.
 */
const formula = /(^|[;,|"\t\r\n])([\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * One field as in RFC 4180. An apostrophe before each start of a formula makes it text, whichever separator the
 * spreadsheet uses. Characters that are not shown become visible.
 */
export const csvField = (text: string): string =>
  `"${visibleText(text).replace(formula, "$1$2'").replaceAll('"', '""')}"`;
