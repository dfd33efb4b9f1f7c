import type {Catalogue} from './catalogue.js';

/** The languages of this package beside English. Each is loaded when an element first needs it. */
export const languages = new Map<string, () => Promise<{strings: Partial<Catalogue>}>>([
  ['ar', () => import('./ar/index.js')],
  ['de', () => import('./de/index.js')],
  ['es', () => import('./es/index.js')],
  ['fr', () => import('./fr/index.js')],
  ['it', () => import('./it/index.js')],
  ['ja', () => import('./ja/index.js')],
  ['nl', () => import('./nl/index.js')],
  ['pl', () => import('./pl/index.js')],
  ['pt', () => import('./pt/index.js')],
]);
