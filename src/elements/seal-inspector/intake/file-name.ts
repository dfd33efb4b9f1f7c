import {object, text} from '../../../model/json/loose-json.js';

/** As its giver named it; empty for a Blob without a name, also for what is no Blob. */
export const nameOf = (file: Blob): string => text(object(file)?.['name']) ?? '';

/** Longest part of a name that is kept; file systems take 255 bytes. */
const LONGEST = 80;

/** A name for a file beside the inspected one: no path, no control or reading-direction characters. */
export const savedName = (file: Blob, ending: string): string => {
  const safe = nameOf(file)
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*~%]+/gu, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return `${[...safe].slice(0, LONGEST).join('') || 'file'}${ending}`;
};
