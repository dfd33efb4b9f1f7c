import {chapters, readText, START} from '../contents.js';
import type {ElementDescription} from '../custom-elements.js';
import type {Page} from '../layout.js';
import {render, renderInline} from '../markdown.js';
import {markup, Markup} from '../markup.js';

/** The first sentence of a text. */
const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;

/** The README, with links to the documentation before its first heading. */
export function startPage(elements: readonly ElementDescription[]): Page {
  const {content, headings, sections, summary} = render(readText('README.md'), 'README.md');
  const end = content.text.indexOf('</p>') + '</p>'.length;
  const ways = markup`<p class="ways"><a class="main" href="quick-start.html">Quick start</a> <a href="../" class="to-demo" hidden>Try the demo</a> <a href="api.html">API</a></p>`;
  const lists = markup`<h2 id="elements-of-the-package">All elements</h2>
<ul class="cards">${elements.map(
    ({tagName, description}) =>
      markup`<li><a href="${tagName}.html"><strong><code>&lt;${tagName}&gt;</code></strong> <span>${renderInline(firstSentence(description))}</span></a></li>`,
  )}</ul>
<h2 id="guides">All guides</h2>
<div class="guides">${chapters.map(
    ({title, guides}) =>
      markup`<section><h3>${title}</h3><ul>${guides.map(({file, title: name}) => markup`<li><a href="${file}">${name}</a></li>`)}</ul></section>`,
  )}</div>`;
  return {
    file: START,
    title: 'Overview',
    summary,
    content: markup`${new Markup(content.text.slice(0, end))}${ways}${new Markup(content.text.slice(end))}${lists}`,
    headings: [
      ...headings,
      {id: 'elements-of-the-package', text: 'All elements', depth: 2},
      {id: 'guides', text: 'All guides', depth: 2},
    ],
    sections,
  };
}
