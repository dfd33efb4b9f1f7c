// `npm run site`: builds the documentation website as static files in dist/site. Each page is generated from the code
// or from a document of docs/; Vite builds its styles and scripts. The build fails if Vite logs a warning.
import {readFileSync, renameSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {build, createLogger, type Plugin} from 'vite';
import {publicNames} from '../vite.config.js';
import {guides, pictures, readText, root} from './contents.js';
import {readElements} from './custom-elements.js';
import {layout, type Assets, type Page} from './layout.js';
import {llmsText, markdownFiles} from './llms.js';
import {describeService} from './openapi.js';
import {apiPage} from './pages/api-page.js';
import {elementPage} from './pages/element-page.js';
import {errorsPage} from './pages/errors-page.js';
import {examplesPage, guidePage, themeStyles} from './pages/guide-page.js';
import {startPage} from './pages/start-page.js';
import {searchIndex} from './search-index.js';

const {version, description} = JSON.parse(readText('package.json')) as {
  version: string;
  description: string;
};

const elements = readElements();

const service = await describeService();
const pages: Page[] = [
  startPage(elements),
  ...guides.map(guidePage),
  ...elements.map(elementPage),
  apiPage(service),
  errorsPage(),
  examplesPage(),
];

const search = searchIndex(pages);

/** Adds the pages to Vite's output, with the addresses of its files. */
function pagesPlugin(): Plugin {
  return {
    name: 'pages-of-the-documentation',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const nameOf = (pattern: RegExp): string => {
        const found = files.find(({fileName}) => pattern.test(fileName));
        if (!found) throw new Error(`Vite has built nothing like ${pattern.source}.`);
        return found.fileName;
      };
      const assets: Assets = {
        style: nameOf(/site-.*\.css$/),
        script: nameOf(/site-.*\.js$/),
        playground: nameOf(/playground-.*\.js$/),
        themes: nameOf(/themes-.*\.js$/),
        themeStyle: 'themes.css',
        icon: 'icon.svg',
      };
      const emit = (fileName: string, source: string | Uint8Array): void => {
        this.emitFile({type: 'asset', fileName, source});
      };
      for (const page of pages) emit(page.file, layout(page, {assets, elements, version}));
      for (const [file, text] of markdownFiles()) emit(file, text);
      emit('llms.txt', llmsText(pages, description));
      emit('openapi.json', JSON.stringify(service));
      emit('search.json', search);
      emit(assets.themeStyle, themeStyles());
      for (const path of pictures) {
        emit(path.replace('docs/', ''), readFileSync(join(root, path)));
      }
      emit(assets.icon, readFileSync(join(root, 'demo/icon.svg')));
    },
  };
}

const warnings: string[] = [];
const logger = createLogger('warn');
logger.warn = (message) => {
  warnings.push(message);
};
const target = join(root, 'dist/site');
const unfinished = `${target}-${process.pid}`;
await build({
  root: join(root, 'website'),
  configFile: false,
  resolve: {alias: publicNames()},
  base: './',
  logLevel: 'warn',
  customLogger: logger,
  plugins: [pagesPlugin()],
  build: {
    outDir: unfinished,
    emptyOutDir: true,
    target: 'es2022',
    // A strict CSP blocks data: scripts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: {polyfill: false},
    rolldownOptions: {
      // The warning about slow plugins only means that the machine is busy.
      checks: {pluginTimings: false},
      input: ['site', 'playground', 'themes'].map((name) =>
        join(root, `website/client/${name}.ts`),
      ),
    },
  },
});
if (warnings.length > 0) {
  rmSync(unfinished, {recursive: true});
  console.error(
    `The documentation was not written, because of these warnings:\n\n${warnings.join('\n')}`,
  );
  process.exitCode = 1;
} else {
  rmSync(target, {recursive: true, force: true});
  renameSync(unfinished, target);
}
