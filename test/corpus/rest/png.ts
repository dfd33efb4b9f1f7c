import type {Piece} from './piece.js';

const SIGNATURE = 8;
/** Length, type and CRC of a chunk. */
const AROUND = 12;

/** A PNG without its caBX chunks, whose lengths and CRCs go with them. */
export function withoutPngStore(file: Buffer): Piece[] {
  const pieces: Piece[] = [];
  let kept = 0;
  let at = SIGNATURE;
  while (at + AROUND <= file.length) {
    const end = at + AROUND + file.readUInt32BE(at);
    if (end > file.length) break;
    if (file.toString('latin1', at + 4, at + 8) === 'caBX') {
      pieces.push({name: `bytes before ${at}`, bytes: file.subarray(kept, at)});
      kept = end;
    }
    at = end;
  }
  return [...pieces, {name: `bytes from ${kept}`, bytes: file.subarray(kept)}];
}
