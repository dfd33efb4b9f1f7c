import {LocalizeController, registerTranslation} from '@shoelace-style/localize';
import type {Catalogue} from './catalogue.js';

const registered = new Set<object>();

/** Gives an element its terms in the language of its `lang`, or of the page's. */
export class Localize extends LocalizeController<Catalogue> {
  /** `english`: the element's own terms, which other languages fall back to; no entry carries another's. */
  constructor(host: LocalizeController['host'], english: Partial<Catalogue>) {
    if (!registered.has(english)) {
      registered.add(english);
      registerTranslation({...english, $code: 'en', $name: 'English', $dir: 'ltr'});
    }
    super(host);
  }
}
