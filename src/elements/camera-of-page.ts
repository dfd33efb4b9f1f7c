/** The page's camera. Late parts, and reading stored captures, wait for its first picture, which they would delay. */
export const cameraOfPage: {
  /**
   * Resolves once the camera that an element opened last without a press shows a picture, or is known not to. Undefined
   * before, and when it was turned off.
   */
  shown?: Promise<unknown>;
} = {};
