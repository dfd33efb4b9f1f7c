/** A page of the manual. */
export interface Page {
  /** Its name, without an ending. */
  page: string;
  title: string;
  /** One sentence, for lists of pages. */
  summary: string;
  /** Markdown, with HTML where Markdown has no means. */
  text: string;
  /** Levels of the headings that are listed beside the page; default 2 and 3. */
  outline?: number;
  /** False: the search leaves it out. */
  search?: false;
  /** A class of the page. */
  pageClass?: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/** The text of a Markdown document in one line, without formatting and links. */
const plain = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The first paragraph under the document's title. */
export const summaryOf = (text: string): string =>
  plain(/^# .*\n+((?:.+\n)+)/m.exec(text)?.[1] ?? '');
