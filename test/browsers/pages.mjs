// Pages that run several test files, one after the other, because a page takes more than a second to start.
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join, relative, resolve} from 'node:path';

const root = resolve(import.meta.dirname, '../..');
/** In the project, because the runner serves no other folder. */
const pages = join(root, '.test-build', 'pages');

/** More would take too long to repeat if their page crashes. */
const FILES_PER_PAGE = 8;

/** The test files of one of these pages; of any other page, its own path. */
export function filesOf(path) {
  const module = join(root, path);
  if (!module.startsWith(pages)) return [path];
  return [...readFileSync(module, 'utf8').matchAll(/'\/(.*)'/g)].map(([, file]) => file);
}

/** Divides these test files among pages, and returns the modules of the pages. */
export function writePages(tests) {
  const count = Math.ceil(tests.length / FILES_PER_PAGE);
  rmSync(pages, {recursive: true, force: true});
  mkdirSync(pages, {recursive: true});
  return Array.from({length: count}, (_, page) => {
    // Neighbors take about as long as each other, so they come into different pages.
    const files = tests.filter((_, at) => at % count === page);
    const module = join(pages, `${page + 1}.browser.test.js`);
    writeFileSync(module, files.map((path) => `import '/${path}';\n`).join(''));
    return relative(root, module);
  });
}
