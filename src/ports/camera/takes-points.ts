type Supported = MediaTrackSupportedConstraints & {pointsOfInterest?: boolean};

/** True if the browser supports points of interest, for focus and exposure. */
export const takesPoints = (media: MediaDevices = navigator.mediaDevices): boolean =>
  (media.getSupportedConstraints() as Supported).pointsOfInterest === true;
