import {posix} from 'node:path';
import {exampleFiles, exampleId, EXAMPLES, readText, type Guide} from '../contents.js';
import type {Page} from '../layout.js';
import {codeBlock, render, type Heading} from '../markdown.js';
import {Markup, markup} from '../markup.js';

const THEMING = 'docs/theming.md';

/** The class in a block of styles, if it is one of the themed examples. */
const themeOf = (code: string, language: string | undefined): string | undefined =>
  language === 'css' ? /^\.(\w+) \{\n {2}color-scheme: \w+;\n {2}--sc/.exec(code)?.[1] : undefined;

/** The container in which the page's script adds elements with the theme. */
function themeStage(code: string, language: string | undefined): Markup {
  const theme = themeOf(code, language);
  return markup`${theme && markup`<div class="theme ${theme}" data-theme hidden></div>`}`;
}

/** The styles of the themed examples, as in the document. */
export function themeStyles(): string {
  const blocks = [...readText(THEMING).matchAll(/^```css\n([^]*?)^```$/gm)];
  return blocks
    .map(([, code = '']) => code)
    .filter((code) => themeOf(code, 'css'))
    .join('\n');
}

/** The page of a document. */
export function guidePage({source, file, title, name}: Guide): Page {
  const isTheming = source === THEMING;
  const {content, headings, sections, summary} = render(
    readText(source),
    source,
    isTheming ? (code, language) => themeStage(code, language).text : undefined,
  );
  const script = isTheming ? ('themes' as const) : undefined;
  return {file, title, name, summary, content, headings, sections, script};
}

/** The files that documents link to, on one page. */
export function examplesPage(): Page {
  const folders = [...new Set(exampleFiles.map((path) => posix.dirname(path)))];
  const names: Record<string, string> = {
    'docs/examples': 'Pages and backends',
    'docs/deploy': 'Putting the service on a machine',
    'docs/signing': 'Signing elsewhere',
  };
  const headings: Heading[] = [];
  const heading = (path: string, depth: number, text: string): Markup => {
    const id = exampleId(path);
    headings.push({id, depth, text});
    return new Markup(`<h${depth} id="${id}">${text}</h${depth}>`);
  };
  const content = markup`<h1>Example files</h1>
<p>Whole files that the guides refer to. They are in the folder <code>docs</code> of the package, and the project's own tests run them.</p>
${folders.map(
  (folder) => markup`${heading(folder, 2, names[folder] ?? folder)}
${exampleFiles
  .filter((path) => posix.dirname(path) === folder)
  .map((path) => {
    const language = /\.(\w+)$/.exec(path)?.[1] ?? '';
    return markup`${heading(path, 3, path.replace(/^docs\//, ''))}${new Markup(codeBlock(readText(path), language))}`;
  })}`,
)}`;
  return {
    file: EXAMPLES,
    title: 'Example files',
    summary: 'Whole files that the guides refer to: pages, backends, proxies, a remote signer.',
    content,
    headings,
    sections: headings.map((one) => ({heading: one, text: one.text})),
  };
}
