import {object, text} from '@sealed-capture/seal/model/json/loose-json.js';

/** The name of a file; empty for a Blob without a name, and for anything that is not a Blob. */
export const nameOf = (file: Blob): string => text(object(file)?.['name']) ?? '';

/** Longest part of a name that is kept; file systems allow 255 bytes. */
const LONGEST = 80;

/** A name for a file that belongs to the inspected one, without path, control or reading-direction characters. */
export const savedName = (file: Blob, ending: string): string => {
  const safe = nameOf(file)
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*~%]+/gu, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return `${[...safe].slice(0, LONGEST).join('') || 'file'}${ending}`;
};
