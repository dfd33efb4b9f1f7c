import {languages, readCatalogue} from '../../demo/languages/catalogue.mjs';
import {escaped, type Page} from './page.js';

const messagesOf = (language: string): [string, string][] =>
  Object.entries(readCatalogue(language)).filter(
    (entry): entry is [string, string] => !entry[0].startsWith('@') && typeof entry[1] === 'string',
  );

const all = ['en', ...languages];

/** The messages of each language, as files that the page loads when one is chosen. */
export const textFiles = (): [file: string, text: string][] =>
  all.map((language) => [
    `texts/${language}.json`,
    JSON.stringify(Object.fromEntries(messagesOf(language))),
  ]);

const nameOf = (language: string): string =>
  new Intl.DisplayNames([language], {type: 'language'}).of(language) ?? language;

/** Every text of the elements, under the key by which a page changes it. */
export function textsPage(): Page {
  const summary = 'Every text of the elements, with the name by which a page changes it.';
  const rows = messagesOf('en').map(
    ([key, text]) =>
      `<tr data-key="${key}"><td><code>${key.split('.').slice(1).join('.')}</code></td><td>${escaped(text)}</td></tr>`,
  );
  const choices = all.map((one) => `<option value="${one}">${nameOf(one)}</option>`);
  return {
    page: 'texts',
    title: 'Texts',
    summary,
    search: false,
    pageClass: 'wide',
    text: `# Texts

${summary} How: [changing single terms](./languages.md#changing-single-terms). Values stand in braces, in the way of ICU MessageFormat; in
code such a text is a function of them. A name with a dot is one case of a term.

<p class="tools" data-texts hidden><label for="texts-language">Language</label> <select id="texts-language">${choices.join('')}</select> <label for="texts-filter">Search</label> <input id="texts-filter" type="search" autocomplete="off"> <span role="status" id="texts-count"></span></p>

<table tabindex="0" class="texts"><thead><tr><th>Name</th><th>Text</th></tr></thead><tbody v-pre>
${rows.join('\n')}
</tbody></table>
`,
  };
}
