import {readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** An example of the documentation: a code block with its language. */
export interface Example {
  /** Document and line of its first line, for messages. */
  where: string;
  language: string;
  code: string;
}

const documents = (): string[] => [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** All examples of the README and of docs/. */
const all: Example[] = documents().flatMap((document) => {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(/^( *)```(\w+)\n([^]*?)^\1```$/gm)].map(
    ({index, 1: indent = '', 2: language = '', 3: block = ''}) => ({
      where: `${document}:${text.slice(0, index).split('\n').length + 1}`,
      language,
      code: block.replace(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
});

/** The examples in these languages, by the names that documents give them. */
export const examplesIn = (...languages: string[]): Example[] =>
  all.filter(({language}) => languages.includes(language));

/** The scripts within an example of HTML. */
export const scriptsOf = ({where, code}: Example): Example[] =>
  [...code.matchAll(/<script[^>]*>([^]*?)<\/script>/g)]
    .filter(([, script = '']) => script.trim() !== '')
    .map(([, script = ''], index) => ({where: `${where}#${index}`, language: 'js', code: script}));

/** The tags of this package's elements within an example of HTML, each with the names of its attributes. */
export const tagsOf = ({code}: Example): {tag: string; attributes: string[]}[] =>
  [
    ...code.matchAll(
      /<((?:capture|seal|protection)-\w+)((?:\s+[\w-]+(?:="[^"]*"|='[^']*')?)*)\s*>/g,
    ),
  ].map(([, tag = '', given = '']) => ({
    tag,
    attributes: [...given.matchAll(/\s([\w-]+)(?:="[^"]*"|='[^']*')?/g)].map(
      ([, name = '']) => name,
    ),
  }));
