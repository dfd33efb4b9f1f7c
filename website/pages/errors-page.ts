import {readText} from '../contents.js';
import {linked} from './guide-page.js';
import {summaryOf, type Page} from './page.js';

const SOURCE = 'docs/errors.md';

/** The document, with a section for each code in the place of its table's row, so that an address can name it. */
export function errorsPage(): Page {
  const text = linked(readText(SOURCE), SOURCE)
    .replace(/^\| Code .*\n.*\n/m, '')
    .replace(
      /^\| (`(\w+)`) *\|(.+)\|(.+)\|(.+)\| (yes|no) +\|\n/gm,
      (_, name: string, code: string, ...[when = '', seen = '', todo = '', retried]: string[]) =>
        `### ${name} {#${code}}

${when.trim()}

- The person sees: ${seen.trim()}
- Your page should: ${todo.trim()}
- Retried: ${retried === 'yes' ? 'yes, by itself' : 'no'}

`,
    );
  return {page: 'errors', title: 'Errors', summary: summaryOf(text), text, outline: 2};
}
