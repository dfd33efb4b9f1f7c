import {readText} from '../contents.js';
import {escaped, type Page} from './page.js';

/** A type that pages meet: its fields, or a text of what it may be. */
interface DescribedType {
  name: string;
  description: string;
  fields?: {name: string; optional: boolean; type: string; description: string}[];
  text?: string;
}

/** The types that `demo/describe.mjs` has found in the sources. */
export const readTypes = (): DescribedType[] =>
  JSON.parse(readText('dist/types.json')) as DescribedType[];

const types = new Map(readTypes().map((type) => [type.name, type]));

/** A type as code, in which the names of others are links. */
export const typeCode = (type: string): string =>
  `<code v-pre>${escaped(type).replace(/\b[A-Z]\w+/g, (name) =>
    types.has(name) ? `<a href="./types.html#${name}">${name}</a>` : name,
  )}</code>`;

/** The fields of a type, one in each line of a list; undefined if it is not known, or has none. */
export function fieldList(name: string): string | undefined {
  const fields = types.get(name)?.fields;
  return fields
    ?.map(
      (field) =>
        `- \`${field.name}${field.optional ? '?' : ''}\` ${typeCode(field.type)}${field.description && `: ${withoutLinks(field.description)}`}`,
    )
    .join('\n');
}

/** A docstring for Markdown: its links to other names are code. */
export const withoutLinks = (text: string): string =>
  text.replace(/\{@link ([^}|\s]+)[^}]*\}/g, '`$1`');

/** All types of options and events. */
export function typesPage(): Page {
  const summary = 'The types of the elements’ options, methods and events, with their fields.';
  const sections = [...types.values()].map(
    ({name, description, text}) =>
      `## \`${name}\` {#${name}}\n\n${withoutLinks(description)}\n\n${text === undefined ? (fieldList(name) ?? '') : typeCode(text)}\n`,
  );
  const text = `# Types\n\n${summary} The package exports them for TypeScript.\n\n${sections.join('\n')}`;
  return {page: 'types', title: 'Types', summary, text};
}
