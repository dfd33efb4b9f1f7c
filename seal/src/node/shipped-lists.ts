import {readFile} from 'node:fs/promises';

/** The lists that are shipped with the package, by the names of their files. */
export const listNames = [
  'c2pa-trust-list',
  'c2pa-tsa-trust-list',
  'conforming-products-list',
] as const;
export type ShippedList = (typeof listNames)[number] | 'interim-trust-list';

/** The text of a shipped list. Node only. */
export const shippedList = (name: ShippedList): Promise<string> =>
  readFile(new URL(`./lists/${name}.json`, import.meta.url), 'utf8');
