import {posix} from 'node:path';
import {
  addressOf,
  exampleFiles,
  exampleId,
  linkText,
  menu,
  readText,
  type Guide,
} from '../contents.js';
import type {ElementDescription} from '../custom-elements.js';
import {summaryOf, type Page} from './page.js';

/** Applies a change to what is not in a block of code. */
const outsideCode = (text: string, change: (part: string) => string): string =>
  text
    .split(/(^ *```[^]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');

/** A document with its links and pictures as on the site. */
export const linked = (text: string, source: string): string =>
  outsideCode(text, (part) =>
    part
      .replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (_, mark: string, words: string, link: string) => {
        const address = addressOf(link, source);
        const shown = linkText(words, link, source);
        return address === undefined ? shown : `${mark}[${shown}](${address})`;
      })
      .replace(
        /^( *<(?:img|source) .*?src(?:set)?=")([^"]+)/gm,
        (_, before: string, link: string) => {
          return `${before}${addressOf(link, source) ?? ''}`;
        },
      ),
  );

/** The name of a file above its code becomes the code's title. */
const withFileNames = (text: string): string =>
  text.replace(/^(`[^`]+`:)(?=\n\n```)/gm, '$1 {.file-name}');

/**
 * A document's sections of which a reader needs one, such as that of a framework: the page's script shows the chosen one
 * alone.
 */
const withChoices = (text: string, title: string): string => {
  const [before = '', after = ''] = text.split(new RegExp(`^## ${title}$`, 'm'));
  const [sections = '', rest = ''] = after.split(/^(?=## )([^]*)/m);
  const [intro = '', ...choices] = sections.split(/^### /m);
  const wrapped = choices.map((choice) => {
    const name = /^.*/.exec(choice)?.[0] ?? '';
    return `<section data-choice="${name}">\n\n### ${choice}\n</section>\n`;
  });
  return `${before}## ${title}${intro}<div class="choices">\n\n${wrapped.join('\n')}\n</div>\n\n${rest}`;
};

const THEME = /^```css\n(\.(\w+) \{\n {2}color-scheme: \w+;\n {2}--sc[^]*?)^```$/gm;

/** The styles of the themed examples, as in the document. */
export const themeStyles = (): string =>
  [...readText('docs/theming.md').matchAll(THEME)].map(([, code]) => code).join('\n');

/** Each themed example is followed by a place to which the page's script adds elements with the theme. */
const withThemes = (text: string): string =>
  text.replace(THEME, '$&\n\n<div class="theme $2" data-theme hidden></div>');

const changes: Readonly<Record<string, (text: string) => string>> = {
  'docs/quick-start.md': (text) => withChoices(text, 'Make a page'),
  'docs/theming.md': withThemes,
};

/** The page of a document. */
export function guidePage({source, page, title}: Guide): Page {
  const text = readText(source);
  const change = changes[source] ?? ((same: string) => same);
  const outline = source === 'docs/quick-start.md' || page === 'changelog' ? 2 : undefined;
  const shown = withFileNames(change(linked(text, source)));
  return {page, title, summary: summaryOf(text), text: shown, outline};
}

/** The README, and lists of everything. */
export function startPage(elements: readonly ElementDescription[]): Page {
  const readme = readText('README.md');
  const guides = menu.filter(([title]) => title !== 'Elements');
  const text = `${linked(readme, 'README.md')}
## All elements {#elements-of-the-package}

${elements.map(({tagName, description}) => `- [\`<${tagName}>\`](./${tagName}.md): ${/^.*?\.(?=\s|$)/.exec(description)?.[0] ?? description}`).join('\n')}

## All guides {#guides}

${guides.map(([title, pages]) => `- ${title}: ${pages.map(([page, name]) => `[${name}](./${page}.md)`).join(' · ')}`).join('\n')}
`;
  return {page: 'index', title: 'Overview', summary: summaryOf(readme), text};
}

/** The files that documents link to, on one page. */
export function examplesPage(): Page {
  const names: Record<string, string> = {
    'docs/examples': 'Pages and backends',
    'docs/deploy': 'Putting the service on a machine',
    'docs/signing': 'Signing elsewhere',
  };
  const sections = Object.entries(names).map(
    ([folder, name]) => `## ${name} {#${exampleId(folder)}}

${exampleFiles
  .filter((path) => posix.dirname(path) === folder)
  .map((path) => {
    const language = /\.(\w+)$/.exec(path)?.[1] ?? 'txt';
    const file = path.replace(/^docs\//, '');
    return `### ${file} {#${exampleId(path)}}\n\n\`\`\`\`${language}\n${readText(path)}\`\`\`\`\n`;
  })
  .join('\n')}`,
  );
  const summary =
    'Whole files that the guides refer to: pages, backends, proxies, a remote signer.';
  return {
    page: 'examples',
    title: 'Example files',
    summary,
    text: `# Example files

${summary} They are in the folder \`docs\` of the package, and the project's own tests run them.

${sections.join('\n')}`,
  };
}
