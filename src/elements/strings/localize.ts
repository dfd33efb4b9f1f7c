import {LocalizeController, type FunctionParams} from '@shoelace-style/localize';
import type {Catalogue} from './catalogue.js';

type Term = string | ((...args: unknown[]) => string);

/** Gives an element its terms in the language of its `lang`, or of the page's. */
export class Localize extends LocalizeController<Catalogue> {
  readonly #english: Partial<Catalogue>;

  /**
   * `english`: the element's own terms, which every other language falls back to. Nothing is registered, so
   * that no entry carries another element's terms, and none depends on which element came first.
   */
  constructor(host: LocalizeController['host'], english: Partial<Catalogue>) {
    super(host);
    this.#english = english;
  }

  override term<Key extends keyof Catalogue>(
    key: Key,
    ...args: FunctionParams<Catalogue[Key]>
  ): string {
    if (this.exists(key, {})) return super.term(key, ...args);
    const term = this.#english[key] as Term | undefined;
    return typeof term === 'function' ? term(...args) : (term ?? key);
  }
}
