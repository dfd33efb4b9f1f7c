import type {Camera} from '../../model/capture-metadata.js';

/** What of a picture the track does not tell. */
export type PictureNotes = Pick<Camera, 'focusPoint' | 'selfTimer'>;

/** By track: sealed with the pictures that it takes while they are here. */
export const pictureNotes = new WeakMap<object, PictureNotes>();
