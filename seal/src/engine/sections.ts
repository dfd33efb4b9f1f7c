import Value from 'typebox/value';
import {sections, Tags} from '../model/capture-metadata.js';
import {type InspectionResult} from '../model/inspection/inspection-result.js';
import {valueAt} from '../model/json/loose-json.js';
import {isRecord, type Loose} from '../model/json/record.js';

export type Sections = Pick<InspectionResult, keyof typeof sections | 'tags'>;

interface ObjectSchema {
  properties: Record<string, object>;
}

const isObjectSchema = (schema: object): schema is ObjectSchema => 'properties' in schema;

/** The own fields of `value` that the schema allows, each checked separately; undefined if none is left. */
function pick(schema: ObjectSchema, value: unknown): Loose | undefined {
  if (!isRecord(value)) return undefined;
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const found = valueAt(value, name);
    const part = isObjectSchema(field) ? pick(field, found) : found;
    if (part !== undefined && Value.Check(field, part)) kept[name] = part;
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}

/**
 * A map of text to text, within the limits of what can be sealed. `fromEntries` defines properties, so that no key
 * reaches a prototype.
 */
function pickTags(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  const {maxProperties = 100} = Tags as {maxProperties?: number};
  const entries = Object.entries(value)
    .filter((entry): entry is [string, string] => Value.Check(Tags, Object.fromEntries([entry])))
    .slice(0, maxProperties);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The valid sections of metadata in `value`; unknown and invalid fields are omitted. */
export function pickSections(value: unknown): Sections {
  const tags = pickTags(valueAt(value, 'tags'));
  const picked = pick({properties: sections}, value);
  return {...(picked as Sections | undefined), ...(tags && {tags})};
}
