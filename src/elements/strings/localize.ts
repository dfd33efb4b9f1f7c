import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {Catalogue} from '../../lang/compiled/catalogue.js';
import {languages} from '../../lang/compiled/languages.js';
import {dateWithTime, readerLocale} from './date-with-time.js';

type Term = string | ((...args: unknown[]) => string);
/** A language's terms, or some of them. */
export type Strings = Partial<Catalogue>;
type Arguments<Value> = Value extends (...args: infer Args) => string ? Args : [];

/** The strings that pages have registered, by language tag in lower case. */
const registered = new Map<string, Strings>();
/** The languages of this package that are loaded. */
const loaded = new Map<string, Strings>();
/** The elements that are in a document. */
const connected = new Set<Localize>();
let observer: MutationObserver | undefined;

/**
 * Adds a language, or changes single terms of one; the elements show them at once. Terms that a language lacks are
 * taken from the same language without its region, and then from English.
 *
 * @param language a tag of BCP 47, such as `sv` or `de-AT`; `en` changes English terms
 * @param strings terms by name; terms of an earlier call that are not among them stay
 */
export function registerStrings(language: string, strings: Strings): void {
  const tag = language.toLowerCase();
  registered.set(tag, {...registered.get(tag), ...strings});
  update();
}

/** Provides an element's terms in the language of the nearest `lang`, or in the browser's language if there is none. */
export class Localize implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #english: Strings;
  /** The language, until the element is moved or any `lang` changes. */
  #lang?: string;

  /**
   * `english`: the element's own terms, to which every other language falls back. No entry contains another element's
   * terms.
   */
  constructor(host: ReactiveControllerHost & HTMLElement, english: Strings) {
    this.#host = host;
    this.#english = english;
    host.addController(this);
  }

  hostConnected() {
    connected.add(this);
    observer ??= new MutationObserver((records) => records.some(isChange) && update());
    this.update();
  }

  hostDisconnected() {
    connected.delete(this);
  }

  /** Determines the language again, and renders the element in it. */
  update() {
    this.#lang = undefined;
    load(this.lang());
    this.#host.requestUpdate();
  }

  /** The language as a tag of BCP 47. */
  lang(): string {
    return (this.#lang ??= languageOf(this.#host));
  }

  number(value: number, options?: Intl.NumberFormatOptions): string {
    return new Intl.NumberFormat(this.lang(), options).format(value);
  }

  /** A date (ISO 8601) with its time and zone. */
  time(iso: string): string {
    return dateWithTime(readerLocale(this.lang()), new Date(iso));
  }

  term<Key extends keyof Catalogue>(key: Key, ...args: Arguments<Catalogue[Key]>): string {
    const term = (termIn(this.lang().toLowerCase(), key) ?? this.#english[key]) as Term | undefined;
    return typeof term === 'function' ? term(...args) : (term ?? key);
  }
}

function update() {
  for (const one of connected) one.update();
}

/** False if the same value was written again. */
const isChange = ({target, attributeName, oldValue}: MutationRecord): boolean =>
  (target as Element).getAttribute(attributeName ?? '') !== oldValue;

/** Looks up "zh-hant-tw", then "zh-hant", then "zh". */
function termIn(tag: string, key: keyof Catalogue): Catalogue[keyof Catalogue] | undefined {
  return (
    registered.get(tag)?.[key] ??
    loaded.get(tag)?.[key] ??
    (tag ? termIn(tag.replace(/-?[^-]*$/, ''), key) : undefined)
  );
}

/** English is shown if the language cannot be loaded; the next time the element is shown, it is loaded again. */
function load(tag: string) {
  const [language = ''] = tag.split('-');
  const begin = languages.get(language);
  if (!begin) return;
  languages.delete(language);
  begin().then(
    ({strings}) => {
      loaded.set(language, strings);
      update();
    },
    () => languages.set(language, begin),
  );
}

/** Also looks outside the shadow trees that contain the element, and observes changes there. */
function languageOf(element: Element): string {
  const root = element.getRootNode();
  observer?.observe(root, {
    subtree: true,
    attributeFilter: ['lang', 'dir'],
    attributeOldValue: true,
  });
  const tag = element.closest<HTMLElement>('[lang]')?.lang;
  if (tag === undefined && root instanceof ShadowRoot) return languageOf(root.host);
  try {
    const [known = 'en'] = Intl.getCanonicalLocales((tag || navigator.language).replace(/_/g, '-'));
    return known;
  } catch {
    return 'en';
  }
}
