import type {CameraState} from '../../core/camera/camera-session.js';
import type {Sensors} from '../../model/protection-config.js';
import {invitation, renderScreen, screenOf} from '../capture/screens.js';
import type {WayOut} from '../capture/way-out/way-out.js';
import {cameraIcon, cameraOffIcon} from '../icons.js';
import type {Localize} from '../strings/localize.js';

/** Renders the screen for every state except `live`. */
export function renderCameraScreen(
  camera: Exclude<CameraState, {name: 'live'}>,
  isDisabled: boolean,
  sensors: Sensors | undefined,
  say: Localize,
  open: () => void,
  wayOut?: WayOut,
) {
  if (!isDisabled && camera.name !== 'off' && camera.name !== 'starting') {
    const usual = screenOf(camera, 'image', {on: cameraIcon, off: cameraOffIcon}, say);
    return renderScreen(camera.name, wayOut?.screen(camera, 'image', usual) ?? usual, open);
  }
  const screen = isDisabled
    ? {
        icon: cameraOffIcon,
        heading: say.term('cameraOff'),
        help: say.term('captureDisabled'),
      }
    : camera.name === 'starting'
      ? {icon: cameraIcon, heading: say.term('cameraStarting'), help: ''}
      : {
          icon: cameraIcon,
          heading: say.term('cameraOff'),
          help: invitation('image', sensors, say),
          button: say.term('cameraTurnOn'),
        };
  return renderScreen(camera.name, screen, open);
}
