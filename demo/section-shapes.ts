// `npm run shapes` writes the page's checks for metadata, generated from the service's schema. They have 0.9 kB; a
// schema library or its compiled validator would be larger and could not name the allowed values of a field.
import {readFile, writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {format, type FormatConfig} from 'oxfmt';
import {Features, sections, Tags} from '@sealed-capture/seal/model/capture-metadata.js';

/** The parts of JSON Schema that the metadata use. */
interface Schema {
  type?: string;
  format?: string;
  enum?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  propertyNames?: Schema;
  additionalProperties?: boolean | Schema;
  minimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
}

const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../src/core/metadata/${name}.ts`, import.meta.url));

/** The largest number below a positive one. */
function below(limit: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, limit);
  view.setBigInt64(0, view.getBigInt64(0) - 1n);
  return view.getFloat64(0);
}

const fieldsOf = (properties: Record<string, Schema>): string =>
  `{${Object.entries(properties)
    .map(([name, field]) => `${name}: ${checkOf(field)}`)
    .join(', ')}}`;

/** The check for a schema, as source code. Throws for unsupported schemas. */
function checkOf(schema: Schema): string {
  const {properties, required = [], items, maxItems, maxLength, minimum, exclusiveMaximum} = schema;
  if (schema.enum) return 'reason';
  if (schema.format === 'date-time') return 'utc';
  if (schema.type === 'boolean') return 'flag';
  if (schema.type === 'string' && maxLength !== undefined) return `text(${maxLength})`;
  if (schema.type === 'number') {
    const {maximum = exclusiveMaximum === undefined ? undefined : below(exclusiveMaximum)} = schema;
    return `number(${[minimum, maximum].filter((limit) => limit !== undefined).join(', ')})`;
  }
  if (schema.type === 'array' && items && maxItems !== undefined) {
    return `names(${maxItems}, ${checkOf(items)})`;
  }
  if (!properties || ![0, Object.keys(properties).length].includes(required.length)) {
    throw new TypeError(`There is no check for ${JSON.stringify(schema)}.`);
  }
  return required.length > 0 ? `whole(${fieldsOf(properties)})` : fieldsOf(properties);
}

const HEAD =
  '// Written by `npm run shapes` from seal/src/model/capture-metadata.ts; a test holds it to that schema.';

/**
 * The source code of the modules. They are separate, because a page needs the checks of additions at once, and those of
 * sections later.
 */
export async function shapeModules(): Promise<[path: string, text: string][]> {
  const sensed = Object.entries(sections).filter(([name]) => name !== 'features');
  const {maxProperties, propertyNames, additionalProperties} = Tags as Schema;
  const ofSections = `${HEAD}
import {names, reason, utc} from './section-checks.js';
import {flag, number, text, whole} from './shapes.js';

export type SectionName = keyof typeof sectionShapes;

export const sectionShapes = ${fieldsOf(Object.fromEntries(sensed))};
`;
  const ofAdditions = `${HEAD}
import {flag, number, text, whole} from './shapes.js';

export const features = ${checkOf(Features)};

export const tags = {
  most: ${maxProperties},
  name: ${checkOf(propertyNames ?? {})},
  value: ${checkOf(additionalProperties as Schema)},
};
`;
  const sources = {'section-shapes': ofSections, 'addition-shapes': ofAdditions};
  const style = fileURLToPath(new URL('../.oxfmtrc.json', import.meta.url));
  const options = JSON.parse(await readFile(style, 'utf8')) as FormatConfig;
  return Promise.all(
    Object.entries(sources).map(async ([name, source]) => {
      const path = pathOf(name);
      return [path, (await format(path, source, options)).code];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of await shapeModules()) await writeFile(path, text);
