import type {Sensors} from '@sealed-capture/seal/model/protection-config.js';
import {invitation, renderScreen, screenOf} from '../capture/screens.js';
import type {WayOut} from '../capture/way-out/way-out.js';
import {cameraIcon, cameraOffIcon} from '../icons.js';
import type {Localize} from '../strings/localize.js';
import type {ViewState} from './frame/viewfinder.js';

/** Renders the screen for every state without a picture. */
export function renderCameraScreen(
  camera: ViewState,
  isDisabled: boolean,
  sensors: Sensors | undefined,
  say: Localize,
  open: () => void,
  wayOut?: WayOut,
) {
  const {name} = camera;
  const isComing = name === 'starting' || name === 'resting' || name === 'live';
  if (!isDisabled && name !== 'off' && !isComing) {
    const usual = screenOf(camera, 'image', {on: cameraIcon, off: cameraOffIcon}, say);
    return renderScreen(camera.name, wayOut?.screen(camera, 'image', usual) ?? usual, open);
  }
  const screen = isDisabled
    ? {
        icon: cameraOffIcon,
        heading: say.term('cameraOff'),
        help: say.term('captureDisabled'),
      }
    : isComing
      ? {icon: cameraIcon, heading: say.term('cameraStarting'), help: ''}
      : {
          icon: cameraIcon,
          heading: say.term('cameraOff'),
          help: 'asks' in camera ? invitation('image', sensors, say) : '',
          button: say.term('cameraTurnOn'),
        };
  return renderScreen(camera.name, screen, open);
}
