import {readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {type listNames, shippedList} from '@sealed-capture/seal/node/shipped-lists.js';
import {
  ListError,
  readAnchorList,
  readProductList,
  type AnchorList,
  type ProductList,
} from '@sealed-capture/seal/trust/official-lists.js';
import {isMissing} from '../files/private-files.js';

export type ListName = (typeof listNames)[number];
export {listNames} from '@sealed-capture/seal/node/shipped-lists.js';

/** The parsed lists that can be updated. */
export interface OfficialLists {
  signers: AnchorList;
  timeStamps: AnchorList;
  products: ProductList;
}

/** The parser of each list. */
const readers = {
  'c2pa-trust-list': (text: string) => readAnchorList(text, 'C2PA Trust List'),
  'c2pa-tsa-trust-list': (text: string) => readAnchorList(text, 'C2PA TSA Trust List'),
  'conforming-products-list': readProductList,
} as const;

/** A list, and where it was loaded from. */
export interface LoadedList<Name extends ListName = ListName> {
  text: string;
  list: ReturnType<(typeof readers)[Name]>;
  from: 'package' | 'data folder';
}

/** Parses a list. Throws ListError if the text is no list of this name. */
export const readList = <Name extends ListName>(
  name: Name,
  text: string,
): ReturnType<(typeof readers)[Name]> => readers[name](text) as ReturnType<(typeof readers)[Name]>;

/** Bytes; more than any list will have. */
export const LARGEST_LIST = 16 * 1024 * 1024;

export const listFolder = (dataFolder: string): string => join(dataFolder, 'trust');
export const listPath = (dataFolder: string, name: ListName): string =>
  join(listFolder(dataFolder), `${name}.json`);

/** When a list of the data folder was last changed; empty if there is none. */
export async function stampOf(path: string): Promise<string> {
  try {
    const {mtimeMs, size, ino} = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return '';
  }
}

/**
 * Loads the list of the data folder, unless it is missing or older than the package's own, which is then loaded.
 * `onRefused` is called with the reason if the one in the data folder cannot be used.
 */
export async function loadList<Name extends ListName>(
  dataFolder: string,
  name: Name,
  onRefused: (error: unknown) => void = () => {},
): Promise<LoadedList<Name>> {
  const text = await shippedList(name);
  const shipped: LoadedList<Name> = {text, list: readList(name, text), from: 'package'};
  const path = listPath(dataFolder, name);
  try {
    if ((await stat(path)).size > LARGEST_LIST) throw new ListError('It is too large.');
    const kept = await readFile(path, 'utf8');
    const list = readList(name, kept);
    // An update of the package may bring a newer one.
    return list.issued < shipped.list.issued ? shipped : {text: kept, list, from: 'data folder'};
  } catch (error) {
    if (!isMissing(error)) onRefused(error);
    return shipped;
  }
}
