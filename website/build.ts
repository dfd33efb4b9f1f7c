// `npm run site`: builds the manual as static files in dist/site. Its pages are documents of docs/, and Markdown that is
// made from the code; VitePress does the rest. Each page is there as Markdown, too, and `llms.txt` lists all of them.
import {cpSync, mkdirSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {build} from 'vitepress';
import {compressFolder} from '../demo/compress.mjs';
import {guides, menu, otherGuides, readText, root} from './contents.js';
import {readElements} from './custom-elements.js';
import {describeService} from './openapi.js';
import {apiPage} from './pages/api-page.js';
import {elementPage} from './pages/element-page.js';
import {errorsPage} from './pages/errors-page.js';
import {examplesPage, guidePage, startPage, themeStyles} from './pages/guide-page.js';
import type {Page} from './pages/page.js';
import {textFiles, textsPage} from './pages/texts-page.js';
import {typesPage} from './pages/types-page.js';

const elements = readElements();
const service = await describeService();
const pages: Page[] = [
  startPage(elements),
  ...guides.map(guidePage),
  ...elements.map(elementPage),
  apiPage(service),
  errorsPage(),
  typesPage(),
  textsPage(),
  examplesPage(),
];

const target = join(root, 'dist/site-pages');
const write = (file: string, text: string): void => {
  const path = join(target, file);
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, text);
};

/** VitePress writes the description into the page as it is. */
const forHead = (text: string): string => text.replace(/[<>"]/g, '');

rmSync(target, {recursive: true, force: true});
for (const {page, title, summary, text, outline, search, pageClass} of pages) {
  const settings = {title, description: forHead(summary), outline, search, pageClass};
  write(`${page}.md`, `---\n${JSON.stringify(settings)}\n---\n\n${text}`);
  write(`public/${page}.md`, text);
}
for (const [file, text] of textFiles()) write(`public/${file}`, text);
write('public/llms.txt', llmsText());
write('public/openapi.json', JSON.stringify(service));
write('public/themes.css', themeStyles());
cpSync(join(root, 'docs/images'), join(target, 'public/images'), {recursive: true});
cpSync(join(root, 'demo/icon.svg'), join(target, 'public/icon.svg'));

const unfinished = join(root, `dist/site-${process.pid}`);
await build(join(root, 'website'), {outDir: unfinished});
await compressFolder(unfinished);
rmSync(join(root, 'dist/site'), {recursive: true, force: true});
renameSync(unfinished, join(root, 'dist/site'));

/** The list of all pages for language models (llmstxt.org). */
function llmsText(): string {
  const {description} = JSON.parse(readText('package.json')) as {description: string};
  const listed = new Map(pages.map((page) => [page.page, page]));
  const line = (name: string): string => {
    const page = listed.get(name);
    return page ? `- [${page.title}](${name}.md): ${page.summary}` : '';
  };
  const groups: [string, string[]][] = [
    ...menu.map(([title, names]): [string, string[]] => [title, names.map(([name]) => name)]),
    ['Optional', otherGuides.map(({page}) => page)],
  ];
  const seen = new Set<string>();
  const sections = groups.map(([title, names]) => {
    const fresh = names.filter((name) => !seen.has(name));
    for (const name of fresh) seen.add(name);
    return `## ${title}\n\n${fresh.map(line).join('\n')}\n`;
  });
  return `# Sealed Capture\n\n> ${description}\n\n${sections.join('\n')}`;
}
