import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {gzipSync} from 'node:zlib';
import {bundlers, type Bundler} from './bundlers.js';
import {PackedPackage} from './packed-package.js';

const root = resolve(import.meta.dirname, '../..');
const web = './dist/web';

/** The code of the file with this name, and of all that it imports statically. */
function loadedAtOnce(built: ReadonlyMap<string, string>, name: RegExp): string {
  const found = new Map([...built].filter(([file]) => name.test(file)));
  for (const code of found.values()) {
    for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+)["'`]/g)) {
      const [file, content] = [...built].find(([one]) => one.endsWith(imported)) ?? [];
      if (file && content) found.set(file, content);
    }
  }
  return [...found.values()].join('\n');
}

describe('the packed package in a page that a bundler builds', () => {
  const packed = new PackedPackage();
  const {project: folder, folder: installed} = packed;
  before(() => packed.install());
  after(() => packed.remove());

  /** A built page with all exports of an entry. */
  const pageWith = (entry: string, bundle: Bundler, more = ''): Promise<Map<string, string>> => {
    const page = join(folder, `${entry}.js`);
    writeFileSync(
      page,
      `${more} import * as all from 'sealed-capture/${entry}'; globalThis.all = all;`,
    );
    return bundle(page);
  };

  for (const [name, bundle] of Object.entries(bundlers)) {
    for (const [entry, sideFiles] of Object.entries({
      'capture-image': ['scripts/media-worker.js'],
      'capture-audio': [
        'scripts/media-worker.js',
        'scripts/recorder-worklet.js',
        'scripts/encoder-worker.js',
      ],
      'wasm-encoder': ['scripts/wasm-encoder-worker.js'],
      'plate-detector': ['scripts/plate-worker.js'],
      'seal-inspector': [
        'scripts/media-worker.js',
        'scripts/seal-reader-worker.js',
        'scripts/verification-worker.js',
      ],
    })) {
      it(`keeps the scripts of ${entry} as separate files that the page loads when ${name} builds it`, async () => {
        const built = await pageWith(entry, bundle);
        const named = sideFiles.map((file) => {
          const content = readFileSync(join(installed, web, file), 'utf8');
          const [output] = [...built].find(([, other]) => other === content) ?? [];
          assert.ok(output, `${file} is not among ${[...built.keys()].join(', ')}`);
          return output;
        });
        const page = [...built].filter(([output]) => !named.includes(output));
        for (const output of named) {
          assert.ok(
            page.some(([, content]) => content.includes(output)),
            `Nothing names ${output}.`,
          );
        }
      });
    }
  }

  for (const [name, bundle] of Object.entries(bundlers)) {
    it(`registers an element that is imported only for its side effect when ${name} builds it`, async () => {
      for (const element of ['capture-image', 'capture-audio', 'seal-inspector']) {
        const page = join(folder, 'effect.js');
        writeFileSync(page, `import 'sealed-capture/${element}';`);
        const built = [...(await bundle(page)).values()].join('\n');
        assert.match(built, new RegExp(`["'\`]${element}["'\`]`), element);
        assert.match(built, /customElements\.define|define\(/, element);
      }
    });

    it(`adds little more than createProtection when a page imports nothing else of the core, and ${name} builds it`, async () => {
      const page = join(folder, 'shaken.js');
      writeFileSync(
        page,
        `import {createProtection as all} from 'sealed-capture/core'; globalThis.all = all;`,
      );
      const bytes = gzipSync(loadedAtOnce(await bundle(page), /shaken|main/), {level: 9}).length;
      // Vite minifies: 1.4 kB. Webpack does not here.
      assert.ok(bytes <= 6_000, `${bytes} bytes`);
    });

    // A page's tags name no import, so that nothing can be left out; the entries of single elements are for that.
    it(`registers all elements whichever name is imported from the package itself when ${name} builds it`, async () => {
      for (const code of [
        `import 'sealed-capture';`,
        `import {createProtection as all} from 'sealed-capture'; globalThis.all = all;`,
      ]) {
        const page = join(folder, 'whole.js');
        writeFileSync(page, code);
        const built = [...(await bundle(page)).values()].join('\n');
        for (const element of [
          'capture-image',
          'capture-audio',
          'protection-provider',
          'seal-inspector',
        ]) {
          assert.match(built, new RegExp(`\\w\\(["'\`]${element}["'\`],`), `${element}: ${code}`);
        }
      }
    });

    it(`includes the engine with local verification, and only then, when ${name} builds it`, async () => {
      const engine = readFileSync(join(root, 'dist/web/scripts/c2pa.wasm')).toString();
      assert.ok(![...(await pageWith('seal-inspector', bundle)).values()].includes(engine));
      await packed.with('@contentauth', 'project', async () => {
        // Alone it would set an address that nobody asks for, which Vite leaves out.
        const inspector = `import 'sealed-capture/seal-inspector';`;
        const built = await pageWith('local-verification', bundle, inspector);
        const [wasm] = [...built].find(([, content]) => content === engine) ?? [];
        assert.ok(wasm, [...built.keys()].join(' '));
        assert.ok([...built.values()].some((content) => content.includes(wasm)));
      });
    });
  }

  it('builds a page that takes photos without the scripts that record', async () => {
    for (const bundle of Object.values(bundlers)) {
      const built = await pageWith('capture-image', bundle);
      const encoder = readFileSync(join(installed, web, 'scripts/encoder-worker.js'), 'utf8');
      assert.ok(![...built.values()].includes(encoder));
    }
  });

  it('uploads with tus if its library is installed', async () => {
    await packed.with('tus-js-client', 'package', async () => {
      for (const [name, bundle] of Object.entries(bundlers)) {
        const built = [...(await pageWith('delivery-tus', bundle)).values()].join('');
        assert.ok(built.includes('Tus-Resumable') && built.includes('XMLHttpRequest'), name);
      }
    });
  });
});
