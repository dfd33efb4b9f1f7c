import type {Options} from 'minisearch';

/** A search result: one section. */
export interface Found {
  /** Title of the page. */
  title: string;
  /** The section's heading; empty for the beginning of the page. */
  heading: string;
  /** Address relative to the site. */
  address: string;
  excerpt: string;
}

export interface Searched extends Found {
  id: number;
  text: string;
}

/** Shared by the build, which writes the index, and the page, which reads it. */
export const fields: Options<Searched> = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['title', 'heading', 'address', 'excerpt'],
  searchOptions: {boost: {title: 3, heading: 4}, prefix: true, fuzzy: 0.15, combineWith: 'AND'},
};
