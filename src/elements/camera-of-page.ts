/** What the elements of this page wait for, because it would delay the first picture of a camera. */
export const cameraOfPage: {
  /** Resolves once the camera that was opened last shows a picture, or is known not to. */
  shown?: Promise<unknown>;
} = {};
