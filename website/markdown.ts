import GithubSlugger from 'github-slugger';
import {Marked, type Tokens} from 'marked';
import {addressOf, linkText} from './contents.js';
import {escaped, Markup} from './markup.js';

/** A heading of a page, for its table of contents and the search. */
export interface Heading {
  id: string;
  text: string;
  depth: number;
}

/** A searchable part of a page under one heading. */
export interface Section {
  heading?: Heading;
  text: string;
}

/** A document as HTML. */
export interface Rendered {
  content: Markup;
  headings: Heading[];
  sections: Section[];
  /** The first paragraph, without formatting. */
  summary: string;
}

const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

const link = (href: string | undefined, text: string): string =>
  href === undefined ? text : `<a href="${escaped(href)}">${text}</a>`;

/** A block of code, which can be scrolled with the keyboard. */
export const codeBlock = (text: string, language = ''): string =>
  `<pre tabindex="0" data-language="${escaped(language)}"><code>${escaped(text)}</code></pre>\n`;

/** A table that scrolls in its own frame if the page is narrow. */
export const tableFrame = (table: string, name: string): string =>
  `<div class="table" role="region" aria-label="${escaped(name)}" tabindex="0">${table}</div>\n`;

/**
 * Converts a document to HTML. The ids of headings are those of GitHub.
 *
 * @param source path of the document in the repository, from which its links are resolved
 * @param around returns HTML to show below a block of code
 */
export function render(
  text: string,
  source: string,
  around?: (code: string, language: string | undefined) => string,
): Rendered {
  const slugger = new GithubSlugger();
  const headings: Heading[] = [];
  const sections: Section[] = [{text: ''}];
  let summary = '';
  let tables = 0;
  const note = (html: string): void => {
    const section = sections.at(-1);
    if (section) section.text += ` ${plain(html)}`;
  };
  const marked = new Marked({
    renderer: {
      heading({tokens, depth}) {
        const inner = this.parser.parseInline(tokens);
        const heading = {id: slugger.slug(plain(inner)), text: plain(inner), depth};
        if (depth === 1) return `<h1 id="${heading.id}">${inner}</h1>\n`;
        headings.push(heading);
        sections.push({heading, text: ''});
        const anchor = `<a class="anchor" href="#${heading.id}" aria-label="Link to ${escaped(heading.text)}">#</a>`;
        return `<h${depth} id="${heading.id}">${inner}${anchor}</h${depth}>\n`;
      },
      paragraph({tokens}) {
        const inner = this.parser.parseInline(tokens);
        summary ||= plain(inner);
        note(inner);
        return `<p>${inner}</p>\n`;
      },
      link({href, tokens}) {
        const inner = this.parser.parseInline(tokens);
        return link(addressOf(href, source), linkText(inner, href, source));
      },
      image({href, text: alt}) {
        return `<img src="${escaped(addressOf(href, source) ?? '')}" alt="${escaped(alt)}">`;
      },
      html({text}) {
        return text.replace(
          /\b(src|srcset)="([^"]+)"/g,
          (_, name: string, path: string) => `${name}="${escaped(addressOf(path, source) ?? '')}"`,
        );
      },
      code({text: code, lang}) {
        return codeBlock(code, lang) + (around?.(code, lang) ?? '');
      },
      table(token: Tokens.Table) {
        const cells = (tag: string, row: Tokens.TableCell[]): string =>
          `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const head = token.header.some((cell) => cell.text !== '')
          ? `<thead>${cells('th', token.header).replace(/<th><\/th>/g, '<td></td>')}</thead>`
          : '';
        const body = token.rows.map((row) => cells('td', row)).join('\n');
        note(`${head}${body}`.replace(/<\/t[dh]>/g, ' '));
        tables += 1;
        const name = `Table ${tables}: ${headings.at(-1)?.text ?? 'overview'}`;
        return tableFrame(`<table>${head}<tbody>${body}</tbody></table>`, name);
      },
      listitem(item) {
        const inner = this.parser.parse(item.tokens);
        note(inner);
        return `<li>${inner}</li>\n`;
      },
    },
  });
  const content = new Markup(marked.parse(text, {async: false}));
  return {content, headings, sections, summary};
}

/**
 * Converts a docstring or a table's cell to HTML, with its code, and links to other names as code.
 *
 * @param source path of the document that it is from; links are resolved from it
 */
export function renderInline(text: string, source = 'README.md'): Markup {
  const inline = new Marked({
    renderer: {
      link: ({href, text: name}) =>
        link(addressOf(href, source), escaped(linkText(name, href, source))),
    },
  });
  const plainLinks = text.replace(/\{@link ([^}|\s]+)[^}]*\}/g, '`$1`');
  return new Markup(inline.parseInline(plainLinks, {async: false}));
}
