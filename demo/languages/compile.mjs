// Compiles the catalogues of src/lang to modules in src/lang/compiled, which is not part of the repository: the types
// of all terms, English by group, so that an element contains its own terms only, and one module for each other
// language. Whatever compiles, tests or serves src/ calls it first; it takes a fraction of a second.
import {existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {root} from '../prepare.mjs';
import {languages, readCatalogue, termsOf, translationsOf} from './catalogue.mjs';
import {emitter, typedParameter} from './emit.mjs';

const folder = join(root, 'src', 'lang', 'compiled');

/** Groups of which English has several modules, each for one kind of element: the name, and what is known there. */
const variants = {
  capture: [
    ['capture', {mode: 'image'}],
    ['capture-of-recordings', {mode: 'audio'}],
  ],
};

/** Groups without an English module: in English, the verifier has written these sentences itself. */
const unspoken = new Set(['explanations']);

const camelCase = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

const START = '// Compiled from src/lang. Change the JSON there, then `npm run languages`.\n';

/** What the compiled messages of a language use: imported from src/lang/wording.ts, or written into the module. */
const imports = {caseOf: 'caseOf', inForms: 'forms'};
const constants = (language) => ({
  inForms: `forms('${language}')`,
  inNumbers: `new Intl.NumberFormat('${language}')`,
  inList: `new Intl.ListFormat('${language}')`,
  inUnits: `new Intl.ListFormat('${language}', {type: 'unit'})`,
});

/** A module with one constant that holds terms. */
function moduleOf({language, from, name, type, entries, fixed}) {
  const {term, used} = emitter(language, fixed);
  const written = entries.map(([key, of, messages]) => term(key, of, messages));
  const imported = [...used].map((helper) => imports[helper]).filter(Boolean);
  const made = Object.entries(constants(language)).filter(([helper]) => used.has(helper));
  return [
    START,
    `import type {Catalogue} from '${from}compiled/catalogue.js';`,
    imported.length > 0 ? `import {${imported.join(', ')}} from '${from}wording.js';` : '',
    ...made.map(([helper, value]) => `const ${helper} = ${value};`),
    ...written.flatMap(({tables}) => tables),
    `export const ${name}: ${type} = {`,
    ...written.map(({property}) => `  ${property},`),
    '};',
  ]
    .filter(Boolean)
    .join('\n');
}

/** The type of all terms. */
function typesOf(terms) {
  const rows = [...terms].map(([name, {description, parameters}]) => {
    const type =
      parameters.length > 0 ? `(${parameters.map(typedParameter).join(', ')}) => string` : 'string';
    return `${description ? `  /** ${description} */\n` : ''}  ${name}: ${type};`;
  });
  return `${START}
/** Every term that the elements show. Pages change terms, and add languages, with \`registerStrings\`. */
export interface Catalogue {
${rows.join('\n')}
}
`;
}

const languageMap = () => `${START}
import type {Catalogue} from './catalogue.js';

/** The languages of this package beside English. Each is loaded when an element first needs it. */
export const languages = new Map<string, () => Promise<{strings: Partial<Catalogue>}>>([
${languages.map((language) => `  ['${language}', () => import('./${language}.js')],`).join('\n')}
]);
`;

/** The compiled modules by their paths. */
export function compiled() {
  const terms = termsOf(readCatalogue('en'));
  const files = new Map([
    ['catalogue.ts', typesOf(terms)],
    ['languages.ts', languageMap()],
  ]);
  for (const group of new Set([...terms.values()].map(({group}) => group))) {
    if (unspoken.has(group)) continue;
    const members = [...terms].filter(([, of]) => of.group === group);
    const entries = members.map(([key, of]) => [key, of, of.messages]);
    const type = `Pick<Catalogue, ${members.map(([key]) => `'${key}'`).join(' | ')}>`;
    for (const [name, fixed] of variants[group] ?? [[group, {}]]) {
      const module = {language: 'en', from: '../../', name: camelCase(name), type, entries, fixed};
      files.set(`en/${name}.ts`, moduleOf(module));
    }
  }
  for (const language of languages) {
    const translated = translationsOf(readCatalogue(language), language, terms);
    const entries = [...translated].map(([key, messages]) => [key, terms.get(key), messages]);
    const module = {language, from: '../', name: 'strings', type: 'Partial<Catalogue>', entries};
    files.set(`${language}.ts`, moduleOf(module));
  }
  return files;
}

/** Writes what is not there yet or has changed, so that nothing else counts as newer than a build. */
export function compileLanguages() {
  const files = compiled();
  mkdirSync(join(folder, 'en'), {recursive: true});
  for (const name of readdirSync(folder, {recursive: true, encoding: 'utf8'})) {
    if (name.endsWith('.ts') && !files.has(name.replaceAll('\\', '/'))) rmSync(join(folder, name));
  }
  for (const [name, code] of files) {
    const path = join(folder, name);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== code) writeFileSync(path, code);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) compileLanguages();
