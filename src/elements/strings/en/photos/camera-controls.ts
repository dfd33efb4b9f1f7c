import type {ControlName} from '../../../../core/camera/track-controls.js';

const failed: Record<ControlName, string> = {
  torch: 'The light could not be switched.',
  zoom: 'The zoom could not be changed.',
  focus: 'The camera could not focus there.',
};

/** Terms of the camera's controls. Keys start with `controls`. */
export const cameraControls = {
  controlsOpen: 'Camera controls',
  controlsTorch: 'Light',
  controlsTorchNow: (on: boolean): string => (on ? 'Light on.' : 'Light off.'),
  controlsZoom: 'Zoom',
  /** A ratio in the reader's number format. */
  controlsZoomIs: (ratio: string) => `${ratio}×`,
  controlsFocus: 'Focus',
  /** Explains how the point is moved. */
  controlsFocusKeys: 'Arrow keys move the focus.',
  controlsFocusNow: (isSet: boolean): string => (isSet ? 'Focus set.' : 'Focus is automatic.'),
  /** In per cent of the picture's width and height. */
  controlsFocusAt: (left: number, top: number) =>
    `Focus: ${Math.round(left)}\u00a0% from the left, ${Math.round(top)}\u00a0% from the top.`,
  controlsTimer: 'Self-timer',
  /** One of the choices, in short form; 0 means no delay. */
  controlsTimerIs: (seconds: number) => (seconds ? `${seconds} s` : 'Off'),
  /** Announced for the button behind which it was set. */
  controlsTimerOn: (seconds: number) => `Self-timer: ${seconds} seconds.`,
  controlsTimerStop: 'Cancel self-timer',
  /** Announced when a countdown begins. */
  controlsTimerStarts: (seconds: number) =>
    `Photo in ${seconds} seconds. Press the shutter again or Escape to cancel.`,
  controlsTimerCancelled: 'Self-timer cancelled. No photo taken.',
  controlsGuide: (guide: 'grid' | 'level') => ({grid: 'Grid', level: 'Level'})[guide],
  controlsCamera: 'Camera',
  /** The camera that is in use. */
  controlsCameraNow: (name: string) => `Camera: ${name}.`,
  controlsFailed: (control: ControlName) => failed[control],
};
