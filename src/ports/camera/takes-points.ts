type Supported = MediaTrackSupportedConstraints & {pointsOfInterest?: boolean};

/** Whether the browser knows of points to focus on and expose for. */
export const takesPoints = (media: MediaDevices = navigator.mediaDevices): boolean =>
  (media.getSupportedConstraints() as Supported).pointsOfInterest === true;
