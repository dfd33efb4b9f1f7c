import {html, type ReactiveControllerHost, type TemplateResult} from 'lit';
import {permissionButton} from '../../../lang/compiled/en/permission-button.js';
import {Localize} from '../../strings/localize.js';
import {inAppBrowser} from './in-app-browser.js';

/** What the browser's button allows. Its element has the same name. */
type Permission = 'camera' | 'microphone' | 'geolocation';

type Host = ReactiveControllerHost &
  HTMLElement & {
    requestPermissions(): Promise<unknown>;
  };

/** The environment of the button; without a document, no browser has one. */
export interface ButtonPage {
  navigator: Parameters<typeof inAppBrowser>[0];
  document?: {createElement(name: string): HTMLElement};
}

/**
 * The browser's element. Browsers have different members of it, so each is looked for before it is used; elsewhere the
 * element is unknown and has none.
 */
interface BrowserElement extends HTMLElement {
  /** Of a camera or microphone: the device that a press has turned on. */
  readonly track?: MediaStreamTrack | null;
  readonly position?: unknown;
  readonly error?: {readonly name?: string; readonly code?: number} | null;
  /** Only of a location. */
  readonly isValid?: boolean;
  readonly invalidReason?: string;
}

/**
 * The member with what the element gives, by which a browser that has the element is known. `<usermedia>` is not used: it asks
 * for camera and microphone at once, whatever its constraints are.
 */
const given = {camera: 'track', microphone: 'track', geolocation: 'position'} as const;

/** Presses that the browser may refuse before the button is removed. */
const REFUSALS = 2;
/** Milliseconds after which the browser's checks of a new or moved button have ended. */
const CHECKED_MS = 1_000;
/** A GeolocationPositionError's PERMISSION_DENIED. */
const PERMISSION_DENIED = 1;

/**
 * The browser's own button for a permission that was refused: it asks again, even after “never”. The browser ignores a
 * press while its button is covered, clipped, moved or hard to read, or in a frame that it does not trust. Our own steps
 * are shown then, too, and alone after a second press that it ignored.
 *
 * The button turns a device on. That is turned off at once, also if it comes after the button has left the page; the
 * element then opens the device itself.
 */
export class PermissionButton {
  readonly #host: Host;
  readonly #permission: Permission;
  readonly #page: ButtonPage;
  readonly #say: Localize;
  #element?: BrowserElement;
  #refusals = 0;
  /** A person has refused again, by way of the button. */
  #wasDenied = false;

  constructor(host: Host, permission: Permission, page: ButtonPage = window) {
    this.#host = host;
    this.#permission = permission;
    this.#page = page;
    this.#say = new Localize(host, permissionButton);
  }

  /** Text about the button in place of our steps; undefined once the browser or the person has refused. */
  get help(): string | undefined {
    const needsSteps = this.#refusals > 0 || this.#wasDenied;
    return needsSteps ? undefined : this.#say.term('permissionButtonHelp');
  }

  /** The button; undefined if the browser has none, or refuses it. */
  render(): TemplateResult | undefined {
    if (this.#refusals >= REFUSALS) return undefined;
    const element = (this.#element ??= this.#create());
    if (!element) return undefined;
    element.lang = this.#say.lang();
    return html`${element}
      <p aria-live="polite">
        ${this.#refusals > 0 ? this.#say.term('permissionButtonRefused') : ''}
      </p>`;
  }

  #create(): BrowserElement | undefined {
    const {navigator, document} = this.#page;
    // In an app, the app decides, and not the browser's settings.
    if (!document || inAppBrowser(navigator)) return undefined;
    const element: BrowserElement = document.createElement(this.#permission);
    if (!(given[this.#permission] in element)) return undefined;
    element.className = 'permission-button';
    element.part.add('permission-button');
    element.addEventListener('track', () => {
      element.track?.stop();
      this.#allowed();
    });
    element.addEventListener('location', () => {
      if (element.error?.code === PERMISSION_DENIED) this.#denied();
      else this.#allowed();
    });
    element.addEventListener('error', () => {
      // Other errors are about the device, such as that it is missing: opening it shows the screen for that.
      if (element.error?.name === 'InvalidStateError') this.#refused();
      else if (element.error?.name === 'NotAllowedError') this.#denied();
      else this.#allowed();
    });
    element.addEventListener('click', () => {
      if (element.isValid === false) this.#refused();
    });
    element.addEventListener('validationstatuschange', () => {
      setTimeout(() => {
        if (element.isConnected && isRefused(element) && this.#refusals === 0) this.#refused();
      }, CHECKED_MS);
    });
    return element;
  }

  #denied() {
    this.#wasDenied = true;
    this.#host.requestUpdate();
  }

  #allowed() {
    // A browser's element that had a device ignores each later press.
    this.#element = undefined;
    this.#refusals = 0;
    this.#wasDenied = false;
    void this.#host.requestPermissions();
    this.#host.requestUpdate();
  }

  #refused() {
    // A second tap at once, or a panel that opens under the finger, while the browser still checks its new button.
    if (/^recently_attached/.test(this.#element?.invalidReason ?? '')) return;
    this.#refusals++;
    this.#host.requestUpdate();
  }
}

/** True if a press would be ignored for a reason that the person cannot change, such as by scrolling. */
const isRefused = ({isValid, invalidReason = ''}: BrowserElement): boolean =>
  isValid === false && !/^(recently_attached|intersection_)/.test(invalidReason);
