import {existsSync} from 'node:fs';
import {resolve} from 'node:path';

const folder = resolve(import.meta.dirname, '../../../shared/assets/dev');

/** A real photograph by a phone; undefined where the shared media are absent. */
export const photographPath = (): string | undefined => {
  const path = resolve(folder, 'iphone6_hdr.jpg');
  return existsSync(path) ? path : undefined;
};
