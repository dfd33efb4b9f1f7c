// Pages that run several test files, one after the other, because a page takes more than a second to start.
import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join, relative, resolve} from 'node:path';

const root = resolve(import.meta.dirname, '../..');
/** In the project, because the runner serves no other folder. */
const folder = join(root, '.test-build', 'pages');

/** More would take too long to repeat if their page crashes. */
const FILES_PER_PAGE = 8;

/** The test files of each of these pages, by the path of its module. */
const pages = new Map();

/** The test files of one of these pages; undefined for any other page. */
export const filesOf = (path) => pages.get(path);

/** Each file is a suite of its own, so that its hooks are for its own tests. Mocha's interface fills `mocha.suite`. */
const moduleOf = (files) => `import '/test/browsers/helpers.js';
const root = mocha.suite;
for (const file of ${JSON.stringify(files)}) {
  mocha.suite = root.constructor.create(root, file);
  mocha.ui('bdd');
  await import('/' + file);
}
mocha.suite = root;
`;

/** Divides these test files among pages, and returns the modules of the pages. */
export function writePages(tests) {
  const count = Math.ceil(tests.length / FILES_PER_PAGE);
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(folder, {recursive: true});
  for (let page = 0; page < count; page++) {
    // Neighbors take about as long as each other, so they come into different pages.
    const files = tests.filter((_, at) => at % count === page);
    const module = join(folder, `${page + 1}.browser.test.js`);
    writeFileSync(module, moduleOf(files));
    pages.set(relative(root, module), files);
  }
  return [...pages.keys()];
}
