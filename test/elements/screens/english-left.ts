import {InnerElement} from '../../../src/elements/inner/inner-element.js';
import {errorCodes} from '@sealed-capture/seal/model/errors.js';

/** Attributes that people read or hear. */
const spoken = [
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'],
  ...['title', 'placeholder', 'alt', 'label'],
];

/** An address, which people copy. */
const address = /\bhttps?:\/\/\S+/g;

/** What else is not translated, and why. */
const exceptions: readonly [RegExp, why: string][] = [
  [/<iframe [^>]*>|Permissions-Policy/g, 'code for the page’s developer'],
  [new RegExp(`\\b(${errorCodes.join('|')})\\b`, 'g'), 'an error code, after its sentence'],
  [/\b[\w-]+(\.[\w-]+)+\b/g, 'the code of a check or an action, or the name of a file'],
  [/\b(JPG|PDF|XYZ)\b/g, 'the kind of a file, from its name'],
  [/\b(UTC|GMT)\b/g, 'a time zone'],
  [/\b(byte|kB|MB|GB|ms|ISO|SHA-256|JSON|PEM)\b/g, 'a unit or an abbreviation'],
];

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Finds the words that are neither from a term nor given by the page or the file. */
function finder(given: readonly string[]): (text: string) => string[] {
  const longestFirst = [...given].sort((one, other) => other.length - one.length);
  const data = new RegExp(longestFirst.map(escaped).join('|'), 'g');
  return (text) => {
    let rest = text;
    for (let before = ''; before !== rest;) {
      before = rest;
      rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
    }
    if (!latin.test(rest)) return [];
    // First, because an address may contain what is given elsewhere.
    rest = rest.replace(address, ' ').replace(data, ' ');
    for (const [pattern] of exceptions) rest = rest.replace(pattern, ' ');
    return latin.test(rest) ? [text.replace(/\s+/g, ' ').trim()] : [];
  };
}

const latin = /\p{Script=Latin}{2}/u;

/** True for a text in which a search has found something: the found parts are elements of their own. */
const hasMarks = (node: Node): boolean =>
  [...node.childNodes].some(({nodeName}) => nodeName === 'MARK');

/** Texts of a node and all nodes in it, with the attribute or element that has them. Code is not translated. */
function* textsOf(node: Node): Generator<[where: string, text: string]> {
  if (node instanceof Text) {
    const {parentElement: parent} = node;
    if (!parent?.closest('style, script, code, pre')) yield [parent?.className ?? '', node.data];
  } else {
    if (node instanceof Element) {
      for (const name of spoken) yield [name, node.getAttribute(name) ?? ''];
    }
    if (hasMarks(node)) yield ['search', node.textContent ?? ''];
    else for (const child of node.childNodes) yield* textsOf(child);
    if (node instanceof InnerElement) yield* textsOf(node.renderRoot);
  }
}

/** Collects all English that this tree shows or announces from now on, also for a moment. */
export class EnglishWatch {
  readonly found = new Set<string>();
  readonly #root: Node;
  readonly #find: (text: string) => string[];
  readonly #observer = new MutationObserver((records) => {
    this.#read(records);
  });

  constructor(root: Node, given: readonly string[]) {
    this.#root = root;
    this.#find = finder(given);
    this.#observer.observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: spoken,
    });
  }

  stop() {
    this.#read(this.#observer.takeRecords());
    this.#look(this.#root);
    this.#observer.disconnect();
  }

  #read(records: readonly MutationRecord[]) {
    for (const {type, target, addedNodes} of records) {
      if (type === 'childList' && !hasMarks(target))
        for (const node of addedNodes) this.#look(node);
      else this.#look(target);
    }
  }

  #look(node: Node) {
    for (const [where, text] of textsOf(node)) {
      for (const words of this.#find(text)) this.found.add(`${where}: ${words}`);
    }
  }
}

/** The texts of given data, without the English sentences that a service adds for developers. */
export function textsGiven(...data: unknown[]): string[] {
  return data.flatMap((value): string[] => {
    if (typeof value === 'string') return value.trim() ? [value] : [];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) =>
      ['reason', 'explanation', 'labelState', 'unavailableReason'].includes(key)
        ? []
        : textsGiven(inner),
    );
  });
}
