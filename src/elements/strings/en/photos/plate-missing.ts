/** Shown if the detector found none, or failed. */
export const plateMissing = 'No plate was read. Type it, or choose “No plate”.';
