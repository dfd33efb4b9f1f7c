import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {Catalogue} from './catalogue.js';
import {languages} from './languages.js';

type Term = string | ((...args: unknown[]) => string);
/** A language's terms, or some of them. */
export type Strings = Partial<Catalogue>;
type Arguments<Value> = Value extends (...args: infer Args) => string ? Args : [];

/** What pages have registered, by language tags in lower case. */
const registered = new Map<string, Strings>();
/** The languages of this package that are loaded. */
const loaded = new Map<string, Strings>();
/** Of the elements that are in a document. */
const connected = new Set<Localize>();
let observer: MutationObserver | undefined;

/**
 * Adds a language, or changes single terms of one: the elements show them at once. Terms that a language lacks are
 * those of the same language without its region, and else English.
 *
 * @param language a tag of BCP 47, such as `sv` or `de-AT`; `en` changes English terms
 * @param strings terms by their names; those of an earlier call that are not among them stay
 */
export function registerStrings(language: string, strings: Strings): void {
  const tag = language.toLowerCase();
  registered.set(tag, {...registered.get(tag), ...strings});
  update();
}

/** Gives an element its terms in the language of the nearest `lang`, or in the browser's where there is none. */
export class Localize implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #english: Strings;
  /** Until the element is moved, or any `lang` changes. */
  #lang?: string;

  /** `english`: the element's own terms, which every other language falls back to. No entry carries another element's. */
  constructor(host: ReactiveControllerHost & HTMLElement, english: Strings) {
    this.#host = host;
    this.#english = english;
    host.addController(this);
  }

  hostConnected() {
    connected.add(this);
    observer ??= new MutationObserver(update);
    this.update();
  }

  hostDisconnected() {
    connected.delete(this);
  }

  /** Looks for the language again, and shows it. */
  update() {
    this.#lang = undefined;
    load(this.lang());
    this.#host.requestUpdate();
  }

  /** As a tag of BCP 47. */
  lang(): string {
    return (this.#lang ??= languageOf(this.#host));
  }

  number(value: number, options?: Intl.NumberFormatOptions): string {
    return new Intl.NumberFormat(this.lang(), options).format(value);
  }

  date(value: Date | number | string, options: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(this.lang(), options).format(new Date(value));
  }

  term<Key extends keyof Catalogue>(key: Key, ...args: Arguments<Catalogue[Key]>): string {
    const term = (termIn(this.lang().toLowerCase(), key) ?? this.#english[key]) as Term | undefined;
    return typeof term === 'function' ? term(...args) : (term ?? key);
  }
}

function update() {
  for (const one of connected) one.update();
}

/** Looks below "zh-hant-tw", then "zh-hant", then "zh". */
function termIn(tag: string, key: keyof Catalogue): Catalogue[keyof Catalogue] | undefined {
  return (
    registered.get(tag)?.[key] ??
    loaded.get(tag)?.[key] ??
    (tag ? termIn(tag.replace(/-?[^-]*$/, ''), key) : undefined)
  );
}

/** English stays where it cannot be loaded, until the element is shown again. */
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

/** Also looks outside of the shadow trees that the element is in, and notices when any of it changes. */
function languageOf(element: Element): string {
  const root = element.getRootNode();
  observer?.observe(root, {subtree: true, attributeFilter: ['lang', 'dir']});
  const tag = element.closest<HTMLElement>('[lang]')?.lang;
  if (tag === undefined && root instanceof ShadowRoot) return languageOf(root.host);
  try {
    const [known = 'en'] = Intl.getCanonicalLocales((tag || navigator.language).replace(/_/g, '-'));
    return known;
  } catch {
    return 'en';
  }
}
