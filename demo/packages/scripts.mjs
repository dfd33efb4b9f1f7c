// The scripts that the package's modules load by address: workers and the recorder's worklet, each built into one
// self-contained file.
import {readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {root} from '../prepare.mjs';

/** The notice that the LGPL requires: the library, its license and source, and how to replace it. */
const encoderBanner = (library, source) => `/*!
 * sealed-capture: the MP3 encoder's worker, a file of its own so that it can be replaced.
 * It holds ${library}, under the GNU Lesser General Public License (LGPL)
 * and the terms of its authors: ${source}
 * LAME: https://lame.sourceforge.io. Replace this file in the folder of the scripts, or give the element an \`encoder\`.
 */`;

/**
 * Bundlers inline files of less than 4,096 bytes as data: addresses, which a strict Content-Security-Policy blocks, so
 * the worklet is made larger than that.
 */
const workletBanner = `/*!
 * sealed-capture: the recorder's audio worklet, which is a worker in Chromium. MIT License.
 *
${readFileSync(join(root, 'LICENSE'), 'utf8').trim().replace(/^/gm, ' * ').replace(/ +$/gm, '')}
 *
 * This file has to stay a file of its own, with an address of its own: an audio worklet is loaded by its address, and
 * a page with a strict Content-Security-Policy (script-src 'self') loads it from its own origin alone, not from a
 * data: or blob: address. Build tools put small files into the script that names them, as data: addresses. Most of
 * them draw the line at 4,096 bytes, which is why this comment is as long as it is.
 *
 * Where a build tool leaves the file behind, "npx sealed-capture copy-scripts public/scripts" copies it to a folder of
 * your server with all others. The page names that folder: <meta name="sealed-capture-scripts" content="/scripts">.
 *
 * What it does: it gathers what the microphone hears, in pieces of some 85 milliseconds, and hands them to the worker
 * that makes the MP3, past the page, which may be busy. Each sample is taken once, none is left out and none repeated.
 * Nothing is kept here, and nothing leaves the page's own workers. Before its first sample it waits a tenth of a second
 * until the sound device runs; in a pause it takes nothing; and at maxDuration it takes not one sample more. Where an
 * audio context leaves out a piece of time, the same length of silence stands in for it, so that what follows keeps
 * its place. Its source is src/ports/audio/recorder-worklet.ts in the package's repository, with the folders sound and
 * mp3 beside it.
 */`;

/** Sources of the scripts, by their names in modules (paths in dist/), with their banners. */
export const scripts = new Map([
  ['worker/media-worker'],
  ['worker/seal-reader-worker'],
  ['worker/verification-worker'],
  ['plates/plate-worker'],
  ['ports/audio/recorder-worklet', workletBanner],
  [
    'ports/audio/encoder-worker',
    encoderBanner('lamejs, a translation of LAME', 'https://github.com/zhuker/lamejs'),
  ],
  [
    'ports/audio/wasm-encoder-worker',
    encoderBanner(
      'LAME as WebAssembly (wasm-media-encoders, MIT License)',
      'https://github.com/arseneyr/wasm-media-encoders',
    ),
  ],
]);

/** `import wasm from '…?url&inline'` returns a file's content as a data: address. */
const inlinedFiles = {
  name: 'inlined-files',
  async resolveId(id, importer) {
    if (!id.endsWith('?url&inline')) return null;
    return await this.resolve(id.replace('?url&inline', ''), importer);
  },
};

/** Options of rolldown for one script. */
export const scriptBuild = (script) => ({
  input: join(root, 'src', `${script}.ts`),
  tsconfig: join(root, 'tsconfig.json'),
  transform: {target: 'es2022'},
  moduleTypes: {'.wasm': 'dataurl'},
  plugins: [inlinedFiles],
  output: {
    format: 'es',
    entryFileNames: `scripts/${basename(script)}.js`,
    codeSplitting: false,
    minify: true,
    postBanner: scripts.get(script),
  },
});
