import {Slices} from '../../../core/async/slices.js';
import {visibleJson} from '@sealed-capture/seal/model/text/visible-json.js';

/** Deepest nesting of a valid response. */
const MOST_LEVELS = 200;
/** Pieces that are made between two looks at the clock. */
const PIECES = 500;

/** A value as indented JSON, in short pieces; too deeply nested values become "…". */
export function* jsonPieces(
  value: unknown,
  indent = '',
  levels = MOST_LEVELS,
): Generator<string, void> {
  if (typeof value !== 'object' || value === null || levels === 0) {
    yield visibleJson(typeof value === 'object' && value !== null ? '…' : (value ?? null));
    return;
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter((entry) => isList || entry[1] !== undefined);
  const [open, close] = isList ? '[]' : '{}';
  if (entries.length === 0) {
    yield `${open}${close}`;
    return;
  }
  const inner = `${indent}  `;
  let before = open;
  for (const [name, member] of entries) {
    yield `${before}\n${inner}${isList ? '' : `${visibleJson(name)}: `}`;
    yield* jsonPieces(member, inner, levels - 1);
    before = ',';
  }
  yield `\n${indent}${close}`;
}

/** The same in one text. Other tasks of the page have their turn while it is made. */
export async function jsonOf(value: object): Promise<string> {
  const slices = new Slices();
  const pieces: string[] = [];
  for (const piece of jsonPieces(value)) {
    if (pieces.push(piece) % PIECES === 0 && slices.isOver) await slices.rest();
  }
  return pieces.join('');
}
