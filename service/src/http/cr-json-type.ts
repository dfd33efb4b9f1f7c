import Type from 'typebox';
import {weightOf} from './accept.js';

/** Media type of crJSON, which is not registered. */
export const CR_JSON = 'application/vnd.c2pa.crjson+json';

/** Schema for the description only: the engine makes crJSON. */
export const CrJson = Type.Object(
  {
    '@context': Type.Unknown(),
    manifests: Type.Array(Type.Unknown(), {
      description: 'The active one first; none for a file without a seal.',
    }),
    jsonGenerator: Type.Object({name: Type.String(), version: Type.String()}),
  },
  {description: 'Content Credential JSON, as C2PA describes it.'},
);

/**
 * True if an Accept header names crJSON itself, with at least the weight that it gives to JSON. A wildcard or a
 * missing header selects the plain result.
 */
export function prefersCrJson(accept: string | undefined): boolean {
  const asked = weightOf(CR_JSON, accept);
  return asked > 0 && asked >= weightOf('application/json', accept);
}
