import {ascii, viewOf} from '../../encoding/bytes.js';
import {MalformedManifest, type ReadBox} from '../../encoding/jumbf-reader.js';

// A second reader beside encoding/jumbf-reader.ts, for foreign and hostile files: it limits labels, skips salt and
// accepts large and open sizes. The other one stays strict, so that no malformed seal is ever sent.

/** A JUMBF superbox as any program may write it. */
export interface Superbox {
  /** The four letters at the beginning of the type's UUID; not letters for an embedded file. */
  contentType: string;
  label: string;
  children: ReadBox[];
  /** The bytes that a hash of the box covers: all but its own header. */
  hashed: Uint8Array;
}

const BOX_HEADER = 8;
const LARGE_HEADER = 16;
const UUID = 16;
const HAS_LABEL = 2;
const LONGEST_LABEL = 1024;

/** The boxes in `bytes`, including large sizes and a last box without a size. Throws {@link MalformedManifest}. */
export function boxesIn(bytes: Uint8Array): ReadBox[] {
  const boxes: ReadBox[] = [];
  const view = viewOf(bytes);
  for (let at = 0; at < bytes.length;) {
    if (at + BOX_HEADER > bytes.length) throw new MalformedManifest('A box is cut off.');
    const size = view.getUint32(at);
    const isLarge = size === 1 && at + LARGE_HEADER <= bytes.length;
    const header = isLarge ? LARGE_HEADER : BOX_HEADER;
    const large = isLarge ? Number(view.getBigUint64(at + BOX_HEADER)) : size;
    const end = size === 0 ? bytes.length : at + large;
    if (end < at + header || end > bytes.length) throw new MalformedManifest('A box is cut off.');
    boxes.push({type: ascii(bytes, at + 4, at + 8), content: bytes.subarray(at + header, end)});
    at = end;
  }
  return boxes;
}

/** Parses a superbox. A salt is skipped. Throws {@link MalformedManifest} if it has no label. */
export function superboxOf({type, content}: ReadBox): Superbox {
  const [description, ...children] = type === 'jumb' ? boxesIn(content) : [];
  if (description?.type !== 'jumd') throw new MalformedManifest('A description box is missing.');
  const about = description.content;
  const labelEnd = about.subarray(0, UUID + 1 + LONGEST_LABEL).indexOf(0, UUID + 1);
  if (((about[UUID] ?? 0) & HAS_LABEL) === 0 || labelEnd < 0) {
    throw new MalformedManifest('A box has no label.');
  }
  return {
    contentType: ascii(about, 0, 4),
    label: new TextDecoder().decode(about.subarray(UUID + 1, labelEnd)),
    children,
    hashed: content,
  };
}

export const superboxesOf = (boxes: readonly ReadBox[]): Superbox[] =>
  boxes.filter(({type}) => type === 'jumb').map(superboxOf);

/** The first box; padding after it is ignored. Throws {@link MalformedManifest}. */
export function firstSuperbox(bytes: Uint8Array): Superbox {
  const size = bytes.length >= BOX_HEADER ? viewOf(bytes).getUint32(0) : 0;
  const [first] = boxesIn(size > 1 ? bytes.subarray(0, size) : bytes);
  if (!first) throw new MalformedManifest('There is no box.');
  return superboxOf(first);
}

/** The content of a box's child of this type. */
export const childOf = ({children}: Superbox, type: string): Uint8Array | undefined =>
  children.find((child) => child.type === type)?.content;
