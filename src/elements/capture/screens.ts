import {html, nothing, type TemplateResult} from 'lit';
import type {ContentGroup} from '../../core/metadata/capture-contents.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import type {Sensors} from '@sealed-capture/seal/model/protection-config.js';
import {exclamationIcon, lockIcon} from '../icons.js';
import type {Obstacle} from '../strings/states.js';
import type {Localize} from '../strings/localize.js';

/** The content of a screen for a state in which nothing can be captured: what happened, what it means, what to do. */
export interface Screen {
  icon: () => TemplateResult;
  heading: string;
  help: string;
  /** Numbered steps, if one sentence is not enough. */
  steps?: readonly string[];
  /** Shown before the button, which is then less important. */
  more?: TemplateResult;
  button?: string;
}

/** What the embedding site has to set. */
const lacking = (mode: Mode): string => {
  if (parent === window) return 'Permissions-Policy';
  // A sandboxed frame has no storage either.
  if (origin === 'null') return '<iframe sandbox="allow-same-origin">';
  return `<iframe allow="${mode === 'audio' ? 'microphone' : 'camera'}">, Permissions-Policy`;
};

/** The content of a screen. `on` and `off` are the device's own icons. */
export function screenOf(
  state: Obstacle,
  mode: Mode,
  {on, off}: Record<'on' | 'off', Screen['icon']>,
  say: Localize,
): Screen {
  const {name} = state;
  const isByPolicy = name === 'blocked' && state.byPolicy;
  const icons: Record<Obstacle['name'], Screen['icon']> = {
    pending: on,
    denied: off,
    blocked: lockIcon,
    'not-found': off,
    'in-use': off,
    insecure: lockIcon,
    failed: exclamationIcon,
  };
  const nothingToDo = name === 'pending' || name === 'insecure' || isByPolicy;
  const button = say.term(name === 'denied' ? 'captureAskAgain' : 'captureTryAgain');
  const code = name === 'failed' ? state.error.code : isByPolicy ? lacking(mode) : '';
  const help = isByPolicy ? 'policy' : code === 'part_missing' ? code : name;
  return {
    icon: icons[name],
    heading: say.term('captureObstacle', name, mode),
    help: say.term('captureObstacleHelp', help, mode, code),
    button: nothingToDo ? undefined : button,
  };
}

const motion = ['orientation', 'magnetometer', 'acceleration', 'gravity', 'rotationRate'] as const;

/** The text about what the browser will ask for, without what is switched off. */
export const invitation = (mode: Mode, sensors: Sensors = {}, say: Localize): string =>
  say.term(
    'captureAsks',
    mode,
    sensors.gps !== false,
    motion.some((name) => sensors[name] !== false),
  );

/** The text about what a capture will be sealed with. */
export const sealingText = (groups: readonly ContentGroup[], mode: Mode, say: Localize): string =>
  say.term(
    'captureContents',
    groups.map((group) => say.term('captureGroup', group)),
    mode,
  );

export function renderScreen(
  name: string,
  {icon, heading, help, steps, more, button}: Screen,
  act: () => void,
) {
  return html`<div part="screen" class="screen" data-state=${name}>
    ${icon()}
    <h2 class="heading" tabindex="-1" data-focus=${button ? nothing : ''}>${heading}</h2>
    ${help ? html`<p>${help}</p>` : nothing}
    ${
      steps
        ? html`<ol>
            ${steps.map((step) => html`<li>${step}</li>`)}
          </ol>`
        : nothing
    }
    ${more}
    ${
      button
        ? html`<button
            part="button"
            class=${more ? 'button' : 'button primary'}
            data-focus
            @click=${act}
          >
            ${button}
          </button>`
        : nothing
    }
  </div>`;
}
