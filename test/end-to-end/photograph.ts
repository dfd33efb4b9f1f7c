import {existsSync} from 'node:fs';
import {resolve} from 'node:path';

const folder = resolve(import.meta.dirname, '../../../shared/assets/dev');

/** Path of a real photograph from a phone; undefined if the shared media are missing. */
export const photographPath = (): string | undefined => {
  const path = resolve(folder, 'iphone6_hdr.jpg');
  return existsSync(path) ? path : undefined;
};
