import {lengthOf, setAscii, viewOf} from './bytes.js';

/** The parts of a box, header first, so that large content is copied only once, at the end. */
export type Box = readonly [header: Uint8Array, ...content: Uint8Array[]];

/**
 * Content types of superboxes, as the four letters at the beginning of the type's UUID (ISO/IEC 19566-5; C2PA 2.2,
 * section 11.1).
 */
export const contentTypes = {
  manifestStore: 'c2pa',
  manifest: 'c2ma',
  updateManifest: 'c2um',
  assertionStore: 'c2as',
  claim: 'c2cl',
  signature: 'c2cs',
  cbor: 'cbor',
  json: 'json',
} as const;
export type ContentType = (typeof contentTypes)[keyof typeof contentTypes];

/** The rest of the UUID, which is the same for every content type. */
export const UUID_END = Uint8Array.of(0, 0x11, 0, 0x10, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71);
const BOX_HEADER = 8;
/** Bytes of a description box without its label: header, type, toggles, and the zero that ends the label. */
const DESCRIPTION = BOX_HEADER + 16 + 1 + 1;
/** Toggles: may be requested, has a label. */
const REQUESTABLE_WITH_LABEL = 3;
/** Toggles: may be requested, has a label, and has a private box, which is a salt. */
export const SALTED = 0x13;
/** Bytes of a salt that this package writes. */
export const SALT_SIZE = 16;
const NO_SALT = new Uint8Array(0);

export function box(type: string, ...content: Uint8Array[]): Box {
  const header = new Uint8Array(BOX_HEADER);
  viewOf(header).setUint32(0, BOX_HEADER + lengthOf(content));
  setAscii(header, 4, type);
  return [header, ...content];
}

/**
 * A superbox with a description box before its children. The label is ASCII. With a salt, nobody can guess the
 * box's content from its hash (C2PA 2.4, "Salt").
 */
export function superbox(
  type: ContentType,
  label: string,
  children: readonly Box[],
  salt: Uint8Array = NO_SALT,
): Box {
  const content = children.flat();
  const saltBox = salt.length > 0 ? BOX_HEADER + salt.length : 0;
  const description = DESCRIPTION + label.length + saltBox;
  // Every seal has more than ten, so header and description share one allocation.
  const head = new Uint8Array(BOX_HEADER + description);
  const view = viewOf(head);
  view.setUint32(0, head.length + lengthOf(content));
  setAscii(head, 4, 'jumb');
  view.setUint32(8, description);
  setAscii(head, 12, 'jumd');
  setAscii(head, 16, type);
  head.set(UUID_END, 20);
  head[32] = saltBox > 0 ? SALTED : REQUESTABLE_WITH_LABEL;
  setAscii(head, 33, label);
  if (saltBox > 0) {
    const at = head.length - saltBox;
    view.setUint32(at, saltBox);
    setAscii(head, at + 4, 'c2sh');
    head.set(salt, at + BOX_HEADER);
  }
  return [head.subarray(0, BOX_HEADER), head.subarray(BOX_HEADER), ...content];
}
