import type {Piece} from './piece.js';

const FORM = 12;
const HEADER = 8;

/**
 * A WebP without its C2PA chunks and its RIFF size. A last chunk whose padding byte is missing gets it, as it must before
 * another chunk.
 */
export function withoutWebpStore(file: Buffer): Piece[] {
  const end = Math.min(file.length, 8 + file.readUInt32LE(4));
  const pieces: Piece[] = [
    {name: 'the form', bytes: Buffer.concat([file.subarray(0, 4), file.subarray(8, FORM)])},
  ];
  let at = FORM;
  while (at + HEADER <= end) {
    const size = file.readUInt32LE(at + 4);
    const next = at + HEADER + size;
    if (next > end) break;
    const name = file.toString('latin1', at, at + 4);
    if (name !== 'C2PA') pieces.push({name: `chunk ${name}`, bytes: file.subarray(at, next)});
    const isPadded = size % 2 === 1 && next < end;
    const padding = isPadded ? file.subarray(next, next + 1) : Buffer.alloc(size % 2);
    if (name !== 'C2PA') pieces.push({name: `padding of ${name}`, bytes: padding});
    at = next + (isPadded ? 1 : 0);
  }
  pieces.push({name: 'the rest of the form', bytes: file.subarray(at, end)});
  return [...pieces, {name: 'bytes behind the form', bytes: file.subarray(end)}];
}
