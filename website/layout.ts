import {chapters, ERRORS, EXAMPLES, START} from './contents.js';
import type {ElementDescription} from './custom-elements.js';
import {markup, type Markup} from './markup.js';
import type {Heading, Section} from './markdown.js';

/** A page of the site without its layout. */
export interface Page {
  file: string;
  title: string;
  /** Short name for lists of pages, if the title is long. */
  name?: string;
  /** One sentence for search engines, for `llms.txt` and for lists of pages. */
  summary: string;
  content: Markup;
  headings: readonly Heading[];
  /** The sections for the search; the title is always searched. */
  sections: readonly Section[];
  /** A script of the page in addition to the common one. */
  script?: 'playground' | 'themes';
}

/** Addresses of Vite's output files, relative to the site. */
export interface Assets {
  style: string;
  script: string;
  playground: string;
  themes: string;
  /** Style of the themed examples. */
  themeStyle: string;
  icon: string;
}

/**
 * The Content-Security-Policy of a page, for servers that do not send the header. `npm start` sends the same policy as
 * a header.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html sealed-capture',
].join('; ');

type Item = readonly [file: string, title: string];

export const menu = (elements: readonly ElementDescription[]): [string, Item[]][] => [
  ...chapters
    .slice(0, 1)
    .map(({title, guides}): [string, Item[]] => [
      title,
      [[START, 'Overview'], ...guides.map(({file, name}): Item => [file, name])],
    ]),
  ['Elements', elements.map(({tagName}): Item => [`${tagName}.html`, `<${tagName}>`])],
  ...chapters
    .slice(1)
    .map(({title, guides}): [string, Item[]] => [
      title,
      guides.map(({file, name}): Item => [file, name]),
    ]),
  [
    'Reference',
    [
      ['api.html', 'API of the service'],
      [ERRORS, 'Errors'],
      ['glossary.html', 'Glossary'],
      [EXAMPLES, 'Example files'],
      ['changelog.html', 'Changelog'],
    ],
  ],
];

const menuList = (groups: readonly [string, Item[]][], current: string): Markup =>
  markup`${groups.map(
    ([title, items]) =>
      markup`<section><h2>${title}</h2><ul>${items.map(
        ([file, name]) =>
          markup`<li><a href="${file}"${file === current && markup` aria-current="page"`}>${name}</a></li>`,
      )}</ul></section>`,
  )}`;

const onThisPage = (headings: readonly Heading[]): Markup | undefined => {
  const shown = headings.filter(({depth}) => depth === 2);
  if (shown.length < 2) return undefined;
  return markup`<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>${shown.map(
    ({id, text}) => markup`<li><a href="#${id}">${text}</a></li>`,
  )}</ul></nav>`;
};

/** Links to the previous and the next page, in the menu's order. */
function neighbours(groups: readonly [string, Item[]][], current: string): Markup | undefined {
  const items = groups.flatMap(([, inner]) => inner);
  const at = items.findIndex(([file]) => file === current);
  if (at < 0) return undefined;
  const link = (item: Item | undefined, label: string, rel: string) =>
    item && markup`<a href="${item[0]}" rel="${rel}"><small>${label}</small> ${item[1]}</a>`;
  return markup`<nav class="neighbours" aria-label="Previous and next page">${link(items[at - 1], 'Previous', 'prev')}${link(items[at + 1], 'Next', 'next')}</nav>`;
}

/** The complete HTML document of a page. */
export function layout(
  page: Page,
  {assets, elements, version}: {assets: Assets; elements: ElementDescription[]; version: string},
): string {
  const groups = menu(elements);
  const title = page.file === START ? 'Sealed Capture' : `${page.title} · Sealed Capture`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${page.summary}">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${assets.icon}">
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"></script>
${page.script && markup`<script type="module" src="${assets[page.script]}"></script>`}
${page.script === 'themes' && markup`<link rel="stylesheet" href="${assets.themeStyle}">`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="name" href="${START}"><img src="${assets.icon}" alt="" width="28" height="28">Sealed Capture</a>
<search id="search" hidden><input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false"><div id="found" hidden></div><p id="found-count" role="status" class="unseen"></p></search>
</header>
<div class="columns">
<details class="menu"><summary>Menu</summary><nav aria-label="Documentation">${menuList(groups, page.file)}</nav></details>
<nav class="side" aria-label="Documentation">${menuList(groups, page.file)}</nav>
<main id="content" tabindex="-1">
<article>
${page.content}
</article>
${neighbours(groups, page.file)}
</main>
${onThisPage(page.headings)}
</div>
<footer><p>Sealed Capture ${version} · MIT license · <a href="llms.txt">llms.txt</a> · <a href="contributing.html">Contributing</a> · <a href="security.html">Report a weakness</a></p></footer>
</body>
</html>
`.text;
}
