import type {Piece} from './piece.js';

const APP11 = 0xeb;
const SOS = 0xda;
/** jumd, and the UUID of a C2PA manifest store. */
const STORE = Buffer.concat([
  Buffer.from('jumd'),
  Buffer.from('6332706100110010800000aa00389b71', 'hex'),
]);
/** Of an APP11 segment with JUMBF: marker, length, "JP", instance, sequence number, length and type of the box. */
const PACKET = {instance: 6, sequence: 8, type: 16, content: 20};

interface Segment {
  start: number;
  end: number;
  code: number;
}

/** The segments before the picture. Bytes between them belong to none. */
function* segmentsOf(file: Buffer): Generator<Segment> {
  let at = 2;
  while (at + 4 <= file.length) {
    const code = file[at + 1]!;
    // Neither a marker, nor one with a length: goes on with the next byte.
    if (file[at] !== 0xff || code < 0xc0 || (code >= 0xd0 && code <= 0xd9) || code === 0xff) {
      at++;
      continue;
    }
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (code === SOS || end > file.length) return;
    yield {start: at, end, code};
    at = end;
  }
}

const isPacket = (file: Buffer, {code, start, end}: Segment): boolean =>
  code === APP11 &&
  end - start >= PACKET.content &&
  file.toString('latin1', start + 4, start + PACKET.instance) === 'JP';

/** A JPEG without the APP11 segments of its manifest stores. */
export function withoutJpegStore(file: Buffer): Piece[] {
  const pieces: Piece[] = [];
  let kept = 0;
  let open: {instance: number; next: number; end: number} | undefined;
  for (const segment of segmentsOf(file)) {
    const {start, end} = segment;
    const instance = isPacket(file, segment) ? file.readUInt16BE(start + PACKET.instance) : -1;
    const sequence = instance < 0 ? 0 : file.readUInt32BE(start + PACKET.sequence);
    const begins =
      instance >= 0 &&
      sequence === 1 &&
      file.toString('latin1', start + PACKET.type, start + PACKET.content) === 'jumb' &&
      file.subarray(start + PACKET.content + 4, end).indexOf(STORE) === 0;
    const goesOn =
      open !== undefined &&
      open.end === start &&
      open.instance === instance &&
      open.next === sequence;
    if (!begins && !goesOn) {
      open = undefined;
      continue;
    }
    pieces.push({name: `bytes before ${start}`, bytes: file.subarray(kept, start)});
    kept = end;
    open = {instance, next: sequence + 1, end};
  }
  return [...pieces, {name: `bytes from ${kept}`, bytes: file.subarray(kept)}];
}
