/**
 * The weight from 0 to 1 that an Accept header gives to a media type by its name; 0 if it does not name it. Wildcards
 * do not count.
 */
export function weightOf(mediaType: string, accept: string | undefined): number {
  const weights = (accept ?? '')
    .split(',')
    .map(read)
    .filter(({type}) => type === mediaType)
    .map(({weight}) => weight);
  return Math.max(0, ...weights);
}

function read(part: string): {type: string; weight: number} {
  const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const named = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = named === undefined ? 1 : Number(named.slice(2));
  return {type, weight: Number.isNaN(weight) ? 0 : weight};
}
