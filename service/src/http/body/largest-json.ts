import type {TSchema} from 'typebox';

/** Limits for a JSON text. */
export interface JsonSize {
  /** Length in UTF-8. */
  bytes: number;
  /** Colons, commas and opening brackets outside strings. */
  marks: number;
}

/** The parts of a schema that limit the size of valid values. */
interface Bounds {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  maxLength?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: Bounds;
  properties?: Record<string, Bounds>;
  propertyNames?: Bounds;
  additionalProperties?: Bounds | boolean;
  maxProperties?: number;
}

/** Most bytes for a character, which may be written as `\u0001`. One beyond the basic plane takes four bytes. */
const CHARACTER = 6;
/** Longest number: -1.2345678901234567e+308. */
const NUMBER = 24;
const UUID = 36;

/**
 * The size of the largest value that the schema accepts, as JSON.stringify writes it with every character escaped.
 * @throws {Error} if a part of the schema is unbounded
 */
export const largestJson = (schema: TSchema): JsonSize => sizeOf(schema);

function sizeOf(schema: Bounds): JsonSize {
  if ('const' in schema) return textSize(schema.const);
  if (schema.enum) return largest(schema.enum.map(textSize));
  switch (schema.type) {
    case 'boolean':
      return {bytes: 'false'.length, marks: 0};
    case 'integer':
    case 'number':
      return {bytes: NUMBER, marks: 0};
    case 'string': {
      const length = schema.maxLength ?? (schema.format === 'uuid' ? UUID : undefined);
      if (length === undefined) break;
      return {bytes: length * CHARACTER + 2, marks: 0};
    }
    case 'array': {
      const {items, maxItems, uniqueItems} = schema;
      const count = maxItems ?? (uniqueItems ? items?.enum?.length : undefined);
      if (!items || count === undefined) break;
      return container(Array.from({length: count}, () => sizeOf(items)));
    }
    case 'object': {
      const {properties = {}, propertyNames, additionalProperties, maxProperties = 0} = schema;
      const named = Object.entries(properties).map(([name, value]) =>
        member(textSize(name), sizeOf(value)),
      );
      if (typeof additionalProperties !== 'object') return container(named);
      if (!propertyNames) break;
      const other = member(sizeOf(propertyNames), sizeOf(additionalProperties));
      return container([...named, ...Array.from({length: maxProperties}, () => other)]);
    }
    case undefined:
  }
  throw new Error('A part of the schema sets no bounds on its size.');
}

const textSize = (value: unknown): JsonSize => ({
  bytes: Buffer.byteLength(JSON.stringify(value)),
  marks: 0,
});

const largest = (sizes: JsonSize[]): JsonSize => ({
  bytes: Math.max(...sizes.map(({bytes}) => bytes)),
  marks: Math.max(...sizes.map(({marks}) => marks)),
});

const member = (name: JsonSize, value: JsonSize): JsonSize => ({
  bytes: name.bytes + 1 + value.bytes,
  marks: 1 + value.marks,
});

/** Adds two brackets, and a comma after each part. */
const container = (parts: JsonSize[]): JsonSize => ({
  bytes: 2 + parts.reduce((sum, {bytes}) => sum + bytes + 1, 0),
  marks: 1 + parts.reduce((sum, {marks}) => sum + marks + 1, 0),
});
