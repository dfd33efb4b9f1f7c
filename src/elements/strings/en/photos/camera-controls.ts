import type {ControlName} from '../../../../core/camera/track-controls.js';

const failed: Record<ControlName, string> = {
  torch: 'The light could not be switched.',
  zoom: 'The zoom could not be changed.',
};

/** What the controls of the camera say. Keys start with `controls`. */
export const cameraControls = {
  controlsOpen: 'Camera controls',
  controlsTorch: 'Light',
  controlsTorchNow: (on: boolean) => (on ? 'Light on.' : 'Light off.'),
  controlsZoom: 'Zoom',
  /** A ratio, as the reader writes it. */
  controlsZoomIs: (ratio: string) => `${ratio}×`,
  controlsCamera: 'Camera',
  /** The camera that takes the picture now. */
  controlsCameraNow: (name: string) => `Camera: ${name}.`,
  controlsFailed: (control: ControlName) => failed[control],
};
