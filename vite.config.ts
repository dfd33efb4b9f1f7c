import {copyFileSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {fileURLToPath} from 'node:url';
import {defineConfig, type Alias, type Plugin, type UserConfig} from 'vite';

/**
 * What is built after `tsc` has written the modules to dist/, by mode:
 * media-worker         the page's worker as one self-contained file, beside the module that names it;
 * seal-reader-worker   the worker that takes inspected files apart, likewise;
 * verification-worker  the worker that verifies seals, likewise, with the engine's WebAssembly beside it;
 * plate-worker         the licence plate detector's, likewise;
 * recorder-worklet     the recorder's worklet, likewise;
 * encoder-worker       the MP3 encoder's worker, likewise;
 * wasm-encoder-worker  the faster encoder's, likewise;
 * service-worker       what a page's service worker seals with, as one ES module for those that no bundler builds;
 * classic-service-worker  likewise, for importScripts;
 * bundle               the script-tag bundle: every element in one ES module;
 * demo                 the demo site.
 */
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

interface OneFile {
  plugins?: Plugin[];
  /** A comment at its start that is kept. */
  banner?: string;
  /** A classic script gives what it exports under this name. */
  globalName?: string;
}

const oneFile = (
  input: string,
  outDir: string,
  name: string,
  {plugins, banner, globalName}: OneFile = {},
): UserConfig => ({
  plugins,
  build: {
    outDir: path(outDir),
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    modulePreload: false,
    // One file is what is wanted, with the workers' scripts in it.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: path(input),
      // Vite's own default drops an entry's exports.
      preserveEntrySignatures: 'strict',
      output: {
        format: globalName ? 'iife' : 'es',
        name: globalName,
        entryFileNames: name,
        codeSplitting: false,
        postBanner: banner,
      },
    },
  },
});

/** A script of the recorder, beside the module that names it. */
const soundScript = (name: string, banner: string): UserConfig =>
  oneFile(`src/ports/audio/${name}.ts`, 'dist/ports/audio', `${name}.js`, {banner});

/** What the LGPL asks of a work that uses a library: to name it, its licence and source, and to let it be replaced. */
const encoderBanner = (library: string, source: string): string => `/*!
 * sealed-capture: the MP3 encoder's worker, a file of its own so that it can be replaced.
 * It holds ${library}, under the GNU Lesser General Public License (LGPL)
 * and the terms of its authors: ${source}
 * LAME: https://lame.sourceforge.io. Replace this file by setEncoderWorkerUrl(), or give the element an \`encoder\`.
 */`;

/**
 * Bundlers put files of less than 4,096 bytes into the page's script as data: addresses, which a strict
 * Content-Security-Policy blocks: the worklet is made larger than that.
 */
const workletBanner = `/*!
 * sealed-capture: the recorder's audio worklet. MIT License.
 *
${readFileSync(path('LICENSE'), 'utf8').trim().replace(/^/gm, ' * ').replace(/ +$/gm, '')}
 *
 * This file has to stay a file of its own, with an address of its own: an audio worklet is loaded by its address, and
 * a page with a strict Content-Security-Policy (script-src 'self') loads it from its own origin alone, not from a
 * data: or blob: address. Build tools put small files into the script that names them, as data: addresses. Most of
 * them draw the line at 4,096 bytes, which is why this comment is as long as it is.
 *
 * Where a build tool leaves the file behind or moves it, serve it yourself, and say where before the first recording,
 * by the function that sealed-capture/core has for it: setRecorderWorkletUrl('/scripts/recorder-worklet.js').
 *
 * What it does: it gathers what the microphone hears, in pieces of some 85 milliseconds, and hands them to the worker
 * that makes the MP3, past the page, which may be busy. Each sample is taken once, none is left out and none repeated.
 * Nothing is kept here, and nothing leaves the page's own workers. Before its first sample it waits a tenth of a second
 * until the sound device runs; in a pause it takes nothing; and at maxDuration it takes not one sample more. Where the
 * browser itself leaves out a piece of time, the same length of silence stands in for it, so that what follows keeps
 * its place. Its source is src/ports/audio/recorder-worklet.ts in the package's repository, with sound-batches.ts and
 * messages.ts beside it.
 */`;

/** Expressions by which modules name their side files, with the files. */
const sideFiles = {
  "new URL('../media-worker.js', import.meta.url)": 'dist/ports/media-worker.js',
  "new URL('../seal-reader-worker.js', import.meta.url)": 'dist/ports/seal-reader-worker.js',
  "new URL('./recorder-worklet.js', import.meta.url)": 'dist/ports/audio/recorder-worklet.js',
  "new URL('./encoder-worker.js', import.meta.url)": 'dist/ports/audio/encoder-worker.js',
};

/** Those that the one-file bundle takes from beside it, when they are asked for: the engine is too large to travel in it. */
const besideBundle = ['verification-worker.js', 'c2pa.wasm'];

/** In the bundle, as seen from its own address. Vite is kept from taking them for assets. */
const takenFromBeside = (): Plugin => ({
  name: 'taken-from-beside',
  transform(code) {
    const named = besideBundle.filter((file) => code.includes(`new URL('../${file}',`));
    if (named.length === 0) return;
    for (const file of named) {
      const beside = `new URL(/* @vite-ignore */ './ports/${file}',`;
      code = code.replaceAll(`new URL('../${file}',`, () => beside);
    }
    return {code, map: null};
  },
});

/**
 * The one-file bundle has but those side files, and a worker of another origin is refused: the scripts' sources
 * travel in the bundle and are started from blobs.
 */
const inlineScripts = (): Plugin => ({
  name: 'inline-scripts',
  transform(code) {
    const named = Object.entries(sideFiles).filter(([expression]) => code.includes(expression));
    if (named.length === 0) return;
    for (const [expression, file] of named) {
      const source = JSON.stringify(readFileSync(path(file), 'utf8'));
      const blob = `new URL(URL.createObjectURL(new Blob([${source}], {type: 'text/javascript'})))`;
      code = code.replace(expression, () => blob);
    }
    return {code, map: null};
  },
});

/** A package's file as one of ours. */
const copied = (from: string, to: string): Plugin => ({
  name: 'copied',
  closeBundle() {
    copyFileSync(createRequire(import.meta.url).resolve(from), path(to));
  },
});

/** The demo uses the package by its public names, as a page of its users does. */
const publicNames = (): Alias[] => {
  const {name, exports} = JSON.parse(readFileSync(path('package.json'), 'utf8')) as {
    name: string;
    exports: Record<string, string | {default: string}>;
  };
  return Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === 'string'
      ? []
      : [{find: new RegExp(`^${name}${entry.slice(1)}$`), replacement: path(target.default)}],
  );
};

export default defineConfig(({mode}): UserConfig => {
  switch (mode) {
    case 'media-worker':
    case 'seal-reader-worker':
      return oneFile(`src/ports/${mode}.ts`, 'dist/ports', `${mode}.js`);
    case 'verification-worker':
      return oneFile(`src/ports/${mode}.ts`, 'dist/ports', `${mode}.js`, {
        plugins: [copied('@contentauth/c2pa-wasm/c2pa.wasm', 'dist/ports/c2pa.wasm')],
      });
    case 'plate-worker':
      return oneFile('src/plates/plate-worker.ts', 'dist/plates', 'plate-worker.js');
    case 'recorder-worklet':
      return soundScript(mode, workletBanner);
    case 'encoder-worker':
      return soundScript(
        mode,
        encoderBanner('lamejs, a translation of LAME', 'https://github.com/zhuker/lamejs'),
      );
    case 'wasm-encoder-worker':
      return soundScript(
        mode,
        encoderBanner(
          'LAME as WebAssembly (wasm-media-encoders, MIT License)',
          'https://github.com/arseneyr/wasm-media-encoders',
        ),
      );
    case 'service-worker':
      return oneFile(
        'dist/core/wiring/service-worker.js',
        'dist',
        'sealed-capture-service-worker.js',
      );
    case 'classic-service-worker':
      return oneFile(
        'dist/core/wiring/service-worker.js',
        'dist',
        'sealed-capture-service-worker.classic.js',
        {globalName: 'sealedCapture'},
      );
    case 'bundle':
      return oneFile('dist/elements/index.js', 'dist', 'sealed-capture.js', {
        plugins: [inlineScripts(), takenFromBeside()],
      });
    default:
      return {
        root: path('demo'),
        resolve: {alias: publicNames()},
        // The demo runs under a strict CSP, where data: scripts are blocked: nothing is inlined.
        build: {
          outDir: path('dist/demo'),
          emptyOutDir: true,
          target: 'es2022',
          assetsInlineLimit: 0,
          modulePreload: {polyfill: false},
          rolldownOptions: {input: [path('demo/index.html')]},
        },
      };
  }
});
