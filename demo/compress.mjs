// Writes a compressed copy beside each text file of the built page, which the server sends in its place.
import {readFile, readdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {brotliCompress, constants} from 'node:zlib';

const compressed = promisify(brotliCompress);
/** Where most of the gain is for a fraction of the time of the highest, 11. */
const QUALITY = {[constants.BROTLI_PARAM_QUALITY]: 9};
const COMPRESSIBLE = /\.(?:js|css|html|svg)$/;
/** What is smaller gains nothing. */
const LEAST_BYTES = 300;

/** A plugin for Vite. */
export const compress = {
  name: 'compress',
  apply: 'build',
  writeBundle: ({dir}) => compressFolder(dir),
};

/** Compresses the text files of a folder, each into a file beside it. */
export async function compressFolder(folder) {
  const names = await readdir(folder, {recursive: true});
  const texts = names.filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(texts.map((name) => compressFile(join(folder, name))));
}

async function compressFile(path) {
  const bytes = await readFile(path);
  if (bytes.length < LEAST_BYTES) return;
  await writeFile(`${path}.br`, await compressed(bytes, {params: QUALITY}));
}
