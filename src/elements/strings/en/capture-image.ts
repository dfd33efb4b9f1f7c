/** What `<capture-image>` says. Keys start with `camera` or `capture`. */
export const captureImage = {
  cameraOff: 'Camera is off',
};
