import Type from 'typebox';

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
  const weights = (accept ?? '').split(',').map(weightOf);
  const of = (...types: string[]): number =>
    Math.max(0, ...weights.filter(({type}) => types.includes(type)).map(({weight}) => weight));
  const asked = of(CR_JSON);
  return asked > 0 && asked >= of('application/json');
}

function weightOf(part: string): {type: string; weight: number} {
  const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const named = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = named === undefined ? 1 : Number(named.slice(2));
  return {type, weight: Number.isNaN(weight) ? 0 : weight};
}
