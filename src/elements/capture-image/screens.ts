import {html, nothing, type TemplateResult} from 'lit';
import type {CameraState} from '../../core/camera-session.js';
import type {Sensors} from '../../model/protection-config.js';
import {cameraIcon, cameraOffIcon, exclamationIcon, lockIcon} from '../icons.js';
import type {Localize} from '../strings/localize.js';
import {browserFamily} from './browser-family.js';

interface Screen {
  icon: () => TemplateResult;
  heading: string;
  help: string;
  /** Numbered, where one sentence does not do. */
  steps?: readonly string[];
  button?: string;
}

/** Every state in which there is no picture. */
export type ScreenState = Exclude<CameraState, {name: 'live'}>;

/** What the browser asks for beside the camera, unless it is switched off. */
interface Asking {
  sensors?: Sensors;
}
const motion = ['orientation', 'magnetometer', 'acceleration', 'gravity', 'rotationRate'] as const;

/** What a person sees instead of the picture: what happened, what it means, what to do. */
export function screenOf(camera: ScreenState, {sensors = {}}: Asking, say: Localize): Screen {
  switch (camera.name) {
    case 'off':
      return {
        icon: cameraIcon,
        heading: say.term('cameraOff'),
        help: say.term(
          'cameraOffHelp',
          sensors.gps !== false,
          motion.some((name) => sensors[name] !== false),
        ),
        button: say.term('cameraTurnOn'),
      };
    case 'pending':
      return {
        icon: cameraIcon,
        heading: say.term('cameraPending'),
        help: say.term('cameraPendingHelp'),
      };
    case 'denied':
      return {
        icon: cameraOffIcon,
        heading: say.term('cameraDenied'),
        help: say.term('cameraDeniedHelp'),
        button: say.term('cameraAskAgain'),
      };
    case 'blocked': {
      const icon = lockIcon;
      const heading = say.term('cameraBlocked');
      if (camera.byPolicy) return {icon, heading, help: say.term('cameraBlockedByPolicy')};
      const steps = say.term('cameraUnblock', browserFamily(navigator)).split('\n');
      return {icon, heading, help: '', steps, button: say.term('cameraTryAgain')};
    }
    case 'not-found':
      return {
        icon: cameraOffIcon,
        heading: say.term('cameraNotFound'),
        help: say.term('cameraNotFoundHelp'),
        button: say.term('cameraTryAgain'),
      };
    case 'in-use':
      return {
        icon: cameraOffIcon,
        heading: say.term('cameraInUse'),
        help: say.term('cameraInUseHelp'),
        button: say.term('cameraTryAgain'),
      };
    case 'insecure':
      return {
        icon: lockIcon,
        heading: say.term('cameraInsecure'),
        help: say.term('cameraInsecureHelp'),
      };
    case 'failed':
      return {
        icon: exclamationIcon,
        heading: say.term('cameraFailed'),
        help: say.term('cameraFailedHelp', camera.error.code),
        button: say.term('cameraTryAgain'),
      };
  }
}

export function renderScreen(camera: ScreenState, asking: Asking, say: Localize, open: () => void) {
  const {icon, heading, help, steps, button} = screenOf(camera, asking, say);
  return html`<div part="screen" class="screen" data-state=${camera.name}>
    ${icon()}
    <p class="heading" tabindex="-1" data-focus=${button ? nothing : ''}>${heading}</p>
    ${
      steps
        ? html`<ol>
            ${steps.map((step) => html`<li>${step}</li>`)}
          </ol>`
        : html`<p>${help}</p>`
    }
    ${
      button
        ? html`<button part="button" class="button primary" data-focus @click=${open}>
            ${button}
          </button>`
        : nothing
    }
  </div>`;
}
