// Reads the catalogues of src/lang: files in the format ARB, which is JSON with ICU MessageFormat. A key is
// `group.term`, or `group.term.case` for a term that has a message for each of several cases.
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {parse} from '@messageformat/parser';
import {root} from '../prepare.mjs';

const folder = join(root, 'src', 'lang');

/** The languages beside English: the names of the files. */
export const languages = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && name !== 'en.json')
  .map((name) => name.slice(0, -'.json'.length));

export function readCatalogue(language) {
  try {
    return JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));
  } catch (cause) {
    throw new Error(`src/lang/${language}.json: ${cause.message}`, {cause});
  }
}

/** The messages of a catalogue: `[key, message]` without what is said about them, and without empty ones. */
const messagesOf = (catalogue) =>
  Object.entries(catalogue).filter(([key, text]) => !key.startsWith('@') && text !== '');

/** Splits `group.term.case`; a case may contain dots, the name of a group or a term may not. */
export function nameOf(key) {
  const [group, term, ...rest] = key.split('.');
  return {group, term, name: rest.length > 0 ? rest.join('.') : undefined};
}

/**
 * The terms that English defines, by their names: group, parameters in the order of the arguments, and the messages,
 * by case if there are cases. The parameters are the placeholders of ARB; their types follow from the messages, unless
 * `type` gives it in the words of TypeScript.
 */
export function termsOf(english) {
  const terms = new Map();
  for (const [key, text] of messagesOf(english)) {
    const {group, term, name} = nameOf(key);
    if (!terms.has(term)) {
      const {description, cases = [], placeholders = {}} = english[`@${group}.${term}`] ?? {};
      terms.set(term, {group, description, cases, placeholders, messages: new Map()});
    }
    const found = terms.get(term);
    if (found.group !== group) throw new Error(`${term} is in two groups.`);
    if (!name !== (found.cases.length === 0)) throw new Error(`${key}: see “cases” of ${term}.`);
    found.messages.set(name, messageOf(text, found, 'en', key));
  }
  for (const term of terms.values()) term.parameters = parametersOf(term);
  return terms;
}

/**
 * The messages of another language, by term and case. A case that the language lacks is in English; a term of which it
 * has nothing is left out, so that the elements look for it in another language.
 */
export function translationsOf(catalogue, language, terms) {
  const translated = new Map();
  for (const [key, text] of messagesOf(catalogue)) {
    const {group, term, name} = nameOf(key);
    const english = terms.get(term);
    if (english?.group !== group || !name !== (english.cases.length === 0))
      throw new Error(`src/lang/${language}.json: English has no ${key}.`);
    if (!translated.has(term)) translated.set(term, new Map());
    translated.get(term).set(name, messageOf(text, english, language, key));
  }
  for (const [term, messages] of translated) {
    for (const [name, message] of terms.get(term).messages) {
      if (!messages.has(name)) messages.set(name, message);
    }
  }
  return translated;
}

/** Parses a message. It may use only the parameters of its term. */
function messageOf(text, {placeholders}, language, key) {
  const cardinal = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  try {
    const message = parse(text, {cardinal, strictPluralKeys: true});
    for (const {type, arg, cases} of partsOf(message)) {
      if (arg && !Object.hasOwn(placeholders, arg)) throw new Error(`There is no {${arg}}.`);
      if (cases && !cases.some(({key}) => key === 'other'))
        throw new Error(`{${arg}, ${type}, …} has no message for “other”.`);
    }
    return message;
  } catch (error) {
    throw new Error(`src/lang/${language}.json: ${key}: ${error.message}`, {cause: error});
  }
}

/** Every part of a message, and of the messages in it. */
const partsOf = (message) =>
  message.flatMap((part) => [part, ...(part.cases ?? []).flatMap(({tokens}) => partsOf(tokens))]);

function parametersOf({cases, placeholders, messages}) {
  const parts = [...messages.values()].flatMap(partsOf);
  return Object.entries(placeholders).map(([name, {type, optional = false}]) => {
    if (type) return {name, type, optional};
    if (cases.includes(name)) {
      const index = cases.indexOf(name);
      const names = [...messages.keys()].map((key) => segmentOf(key, index, cases.length));
      return {name, type: typeOfCases(names), optional};
    }
    const uses = parts.filter(({arg}) => arg === name);
    return {name, type: typeOfUses(uses), optional};
  });
}

/** What a case says of one parameter. The last one may contain dots. */
const segmentOf = (key, index, count) => {
  const parts = key.split('.');
  return index < count - 1 ? parts[index] : parts.slice(index).join('.');
};

/** Any text if there is a message for all others. */
const typeOfCases = (names) =>
  names.some((name) => name === 'other' || name.endsWith('.*'))
    ? 'string'
    : [...new Set(names)].map((name) => `'${name}'`).join(' | ');

function typeOfUses(uses) {
  if (uses.some(({type, key}) => type === 'plural' || key === 'number')) return 'number';
  if (uses.some(({key}) => key === 'list')) return 'readonly string[]';
  const keys = uses.flatMap((use) => (use.type === 'select' ? use.cases : [])).map(({key}) => key);
  return keys.some((key) => key === 'true' || key === 'false') ? 'boolean' : 'string';
}
