import MiniSearch from 'minisearch';
import {fields, type Found, type Searched} from './search-fields.js';

const SHOWN = 8;

/** The search of the whole site. It is loaded with the first search. */
export async function openSearch(address: string): Promise<(words: string) => Found[]> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}.`);
  const index = await MiniSearch.loadJSONAsync<Searched>(await answer.text(), fields);
  return (words) => index.search(words).slice(0, SHOWN) as unknown as Found[];
}
