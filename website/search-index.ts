import MiniSearch from 'minisearch';
import {fields, type Found, type Searched} from './client/search-fields.js';
import type {Page} from './layout.js';

const EXCERPT = 140;

/** The search index, as a file that is loaded with the first search. */
export function searchIndex(pages: readonly Page[]): string {
  const search = new MiniSearch<Searched>(fields);
  let id = 0;
  for (const {file, title, name = title, sections} of pages) {
    for (const {heading, text} of sections) {
      const found: Found = {
        title: name,
        heading: heading?.text ?? '',
        address: heading ? `${file}#${heading.id}` : file,
        excerpt: text.trim().slice(0, EXCERPT),
      };
      search.add({id: id++, text, ...found});
    }
  }
  return JSON.stringify(search);
}
