import type {Camera} from '@sealed-capture/seal/model/capture-metadata.js';

/** Facts about a picture that its track does not report. */
export type PictureNotes = Pick<Camera, 'focusPoint' | 'selfTimer'>;

/** Notes by track. They are sealed with the pictures that the track takes while they are set. */
export const pictureNotes = new WeakMap<object, PictureNotes>();
