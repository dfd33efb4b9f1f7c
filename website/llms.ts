import {chapters, guides, otherGuides, readText, type Guide} from './contents.js';
import type {Page} from './layout.js';

const line = (file: string, title: string, summary: string): string =>
  `- [${title}](${file}): ${summary}`;

/** The name of a document's Markdown file, for programs that read no HTML. */
export const markdownFile = ({file}: Pick<Guide, 'file'>): string => file.replace(/\.html$/, '.md');

/** The list of all pages for language models (llmstxt.org): documents as Markdown, other pages as HTML. */
export function llmsText(pages: readonly Page[], description: string): string {
  const summaryOf = (file: string): string =>
    pages.find((page) => page.file === file)?.summary ?? '';
  const listOf = (list: readonly Guide[]): string[] =>
    list.map(({file, title}) => line(markdownFile({file}), title, summaryOf(file)));
  const isDocument = (file: string): boolean => guides.some((guide) => guide.file === file);
  const reference = pages.filter(({file}) => !isDocument(file));
  return [
    '# Sealed Capture',
    '',
    `> ${description}`,
    '',
    ...chapters.flatMap(({title, guides}) => [`## ${title}`, '', ...listOf(guides), '']),
    '## Reference',
    '',
    ...reference.map(({file, title, summary}) => line(file, title, summary)),
    '',
    '## Optional',
    '',
    ...listOf(otherGuides),
    '',
  ].join('\n');
}

/** The documents as in the repository, by file name on the site. */
export const markdownFiles = (): [string, string][] =>
  guides.map((guide) => [markdownFile(guide), readText(guide.source)]);
