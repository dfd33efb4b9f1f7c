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
  async writeBundle({dir}) {
    const names = await readdir(dir, {recursive: true});
    await Promise.all(
      names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compressFile(join(dir, name))),
    );
  },
};

async function compressFile(path) {
  const bytes = await readFile(path);
  if (bytes.length < LEAST_BYTES) return;
  await writeFile(`${path}.br`, await compressed(bytes, {params: QUALITY}));
}
