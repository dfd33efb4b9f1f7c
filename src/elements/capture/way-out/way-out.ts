import {html, nothing} from 'lit';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import {renderCopyButton} from '../../copy-button.js';
import {copying} from '../../../lang/compiled/en/copying.js';
import {wayOut} from '../../../lang/compiled/en/way-out.js';
import {Localize} from '../../strings/localize.js';
import type {Obstacle} from '../../strings/states.js';
import {browserFamily} from './browser-family.js';
import {inAppBrowser} from './in-app-browser.js';
import type {Screen} from '../screens.js';
import {PermissionButton, type ButtonPage} from './permission-button.js';
import {permissionButtonStyles} from './permission-button-styles.js';
import {wayOutStyles} from './way-out-styles.js';

/** The environment that the page is open in. */
export interface Surroundings extends ButtonPage {
  navigator: ButtonPage['navigator'] & {clipboard?: Pick<Clipboard, 'writeText'>};
  location: Pick<Location, 'href' | 'protocol' | 'hostname'>;
}

type Host = ConstructorParameters<typeof PermissionButton>[0] & {readonly mode: Mode};

/** Renders what to do if the browser blocks the camera or microphone, or an app's own browser has none for pages. */
export class WayOut {
  readonly styles = [wayOutStyles, permissionButtonStyles];
  readonly #say: Localize;
  readonly #surroundings: Surroundings;
  readonly #permission: PermissionButton;

  constructor(host: Host, surroundings: Surroundings = window) {
    this.#say = new Localize(host, {...copying, ...wayOut});
    this.#surroundings = surroundings;
    const device = host.mode === 'audio' ? 'microphone' : 'camera';
    this.#permission = new PermissionButton(host, device, surroundings);
  }

  /**
   * The screen for this state: `usual`, unless the app or browser is the obstacle. After a refusal it has the browser's own
   * button where there is one, in place of the steps unless the browser has ignored its press.
   */
  screen(state: Obstacle, mode: Mode, usual: Screen): Screen {
    const steps = this.#steps(state, mode, usual);
    const more = isRefusal(state) ? this.#permission.render() : undefined;
    if (!more) return steps;
    const {help} = this.#permission;
    return help ? {...usual, help, more, button: undefined} : {...steps, more};
  }

  /** What a person can do in this app or browser without its own button. */
  #steps(state: Obstacle, mode: Mode, usual: Screen): Screen {
    if (!needsAnotherBrowser(state)) return usual;
    const say = this.#say;
    const {navigator, location} = this.#surroundings;
    const code = state.name === 'failed' ? ` (${state.error.code})` : '';
    const button = code ? undefined : usual.button;
    const app = inAppBrowser(navigator);
    if (!app) {
      if (state.name === 'blocked') {
        const family = browserFamily(navigator);
        return {...usual, help: '', steps: say.term('captureUnblock', family, mode).split('\n')};
      }
      if (!code) return usual;
      const heading = say.term('wayOutBrowser', mode);
      const help = say.term('wayOutOtherBrowser', mode) + code;
      return {...usual, heading, help, more: this.#renderCopy(), button};
    }
    if (!app.name && isPartOfApp(location)) {
      if (code) {
        const heading = say.term('wayOutHeading', mode, '');
        return {...usual, heading, help: say.term('wayOutOwnApp', mode) + code, button};
      }
      if (state.name === 'not-found') return usual;
      const steps = say.term('wayOutSettings', mode, usual.button ?? '').split('\n');
      return {...usual, help: '', steps};
    }
    return {
      icon: usual.icon,
      heading: say.term('wayOutHeading', mode, app.name),
      help: say.term('wayOutHelp', mode, app.name),
      steps: say.term('wayOutSteps', app.isIos).split('\n'),
      more: html`${this.#renderCopy()}${
        app.passesIntents && location.protocol === 'https:'
          ? html`<a class="button primary" href=${intentOf(location)}>${say.term('wayOutOpen')}</a>`
          : nothing
      }`,
      button,
    };
  }

  #renderCopy() {
    const {navigator, location} = this.#surroundings;
    const say = this.#say;
    const view = {term: say.term.bind(say)};
    return html`<p class="address">${location.href}</p>
      ${renderCopyButton(say.term('wayOutCopy'), location.href, view, navigator.clipboard)}`;
  }
}

/** True if a person, or the browser for them, has refused the device. */
const isRefusal = (state: Obstacle): boolean =>
  state.name === 'denied' || (state.name === 'blocked' && !state.byPolicy);

/** True if, as far as the page knows, a person can change nothing in this browser. */
function needsAnotherBrowser(state: Obstacle): boolean {
  switch (state.name) {
    case 'denied':
      return Boolean(state.unasked);
    case 'blocked':
      return !state.byPolicy;
    case 'failed':
      return state.error.code === 'not_supported';
    default:
      return state.name === 'not-found';
  }
}

/** True for a page that is part of the app, and cannot be opened elsewhere. */
const isPartOfApp = ({protocol, hostname}: Surroundings['location']): boolean =>
  !/^https?:$/.test(protocol) || /^(localhost|appassets\.androidplatform\.net)$/.test(hostname);

/**
 * An address that makes Android open the page in the person's browser. The part after the last "#" is the
 * instruction, so the page's own address cannot contain one.
 */
const intentOf = ({href, protocol}: Surroundings['location']): string =>
  `intent:${href.slice(protocol.length)}#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`;
