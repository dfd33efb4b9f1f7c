import type {Loose} from '../json/record.js';

/**
 * True if the content was there before it was sealed: a person chose it, or it was uploaded. `imported` says so of a photo
 * that a person chose; where that was redacted, the seal still says that it was made from a file.
 */
export const isChosen = (answer: Loose): boolean =>
  answer['origin'] === 'file' || answer['imported'] !== undefined;
