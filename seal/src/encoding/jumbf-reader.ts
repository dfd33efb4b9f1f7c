import {ascii, equalBytes, viewOf} from './bytes.js';
import {SALT_SIZE, SALTED, UUID_END, type ContentType} from './jumbf.js';

// The strict reader, for the form that this package writes. Foreign files are read by own-reader/files/boxes.ts.

/** A manifest store that is not of the form that this package writes. */
export class MalformedManifest extends Error {
  override readonly name = 'MalformedManifest';
}

export interface ReadBox {
  type: string;
  content: Uint8Array;
}

export interface ReadSuperbox {
  /** The four letters at the beginning of the type's UUID. */
  contentType: string;
  label: string;
  children: ReadBox[];
}

const BOX_HEADER = 8;
const DESCRIPTION_START = 17;

/** The boxes that fill `bytes` exactly. Throws {@link MalformedManifest}. */
export function readBoxes(bytes: Uint8Array): ReadBox[] {
  const boxes: ReadBox[] = [];
  const view = viewOf(bytes);
  for (let at = 0; at < bytes.length;) {
    const length = at + BOX_HEADER <= bytes.length ? view.getUint32(at) : 0;
    const end = at + length;
    if (length < BOX_HEADER || end > bytes.length) throw new MalformedManifest('A box is cut off.');
    boxes.push({type: ascii(bytes, at + 4, at + 8), content: bytes.subarray(at + BOX_HEADER, end)});
    at = end;
  }
  return boxes;
}

function isSalt(bytes: Uint8Array): boolean {
  const [only, ...others] = readBoxes(bytes);
  return only?.type === 'c2sh' && only.content.length === SALT_SIZE && others.length === 0;
}

/** Parses a superbox and its description box. Throws {@link MalformedManifest}. */
export function readSuperbox(box: ReadBox | undefined): ReadSuperbox {
  const [description, ...children] = box?.type === 'jumb' ? readBoxes(box.content) : [];
  if (description?.type !== 'jumd') throw new MalformedManifest('A description box is missing.');
  const {content} = description;
  const labelEnd = content.indexOf(0, DESCRIPTION_START);
  const behind = content.subarray(labelEnd + 1);
  const isSound =
    content[16] === SALTED ? isSalt(behind) : content[16] === 3 && behind.length === 0;
  if (labelEnd < 0 || !isSound) throw new MalformedManifest('A description box is damaged.');
  if (!equalBytes(content.subarray(4, 16), UUID_END))
    throw new MalformedManifest('A type is unknown.');
  return {
    contentType: ascii(content, 0, 4),
    label: ascii(content, DESCRIPTION_START, labelEnd),
    children,
  };
}

/** Parses a superbox that must have the given type and, if given, label. */
export function readSuperboxOf(
  box: ReadBox | undefined,
  contentType: ContentType,
  label?: string,
): ReadSuperbox {
  const read = readSuperbox(box);
  if (read.contentType !== contentType || (label !== undefined && read.label !== label)) {
    throw new MalformedManifest(`A box is ${read.label} where ${label ?? contentType} should be.`);
  }
  return read;
}
