import {lengthOf, setAscii, utf8, viewOf} from './bytes.js';

/** A box as parts, header first, so that large content is copied once, at the end. */
export type Box = readonly [header: Uint8Array, ...content: Uint8Array[]];

/** What a superbox holds, as the four letters that begin its type's UUID (ISO/IEC 19566-5; C2PA 2.2, section 11.1). */
export const contentTypes = {
  manifestStore: 'c2pa',
  manifest: 'c2ma',
  assertionStore: 'c2as',
  claim: 'c2cl',
  signature: 'c2cs',
  cbor: 'cbor',
  json: 'json',
} as const;
export type ContentType = (typeof contentTypes)[keyof typeof contentTypes];

/** What follows the four letters in the UUID of every content type. */
export const UUID_END = Uint8Array.of(0, 0x11, 0, 0x10, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71);
const BOX_HEADER = 8;
/** Toggles: may be requested, has a label. */
const REQUESTABLE_WITH_LABEL = Uint8Array.of(3);

export function box(type: string, ...content: Uint8Array[]): Box {
  const header = new Uint8Array(BOX_HEADER);
  viewOf(header).setUint32(0, BOX_HEADER + lengthOf(content));
  setAscii(header, 4, type);
  return [header, ...content];
}

/** A box with a description box in front of its children. */
export function superbox(type: ContentType, label: string, children: readonly Box[]): Box {
  const description = box('jumd', utf8(type), UUID_END, REQUESTABLE_WITH_LABEL, utf8(`${label}\0`));
  return box('jumb', ...description, ...children.flat());
}
