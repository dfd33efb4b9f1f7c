import {html, nothing} from 'lit';
import {aimOf} from '../../../core/camera/aim.js';
import type {CaptureContents} from '../../../core/metadata/capture-contents.js';
import type {SealedAttitude} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {
  comparedSeal,
  type ExpectedPlace,
  type PlaceComparison,
} from '@sealed-capture/seal/model/place/expected-place.js';
import {shots as words} from '../../../lang/compiled/en/shots.js';
import {checkIcon, exclamationIcon} from '../../icons.js';
import {questionIcon} from '../../later-icons.js';
import {given, InnerElement} from '../../inner/inner-element.js';
import {Localize} from '../../strings/localize.js';
import {onPictureStyles} from '../on-picture-styles.js';
import type {GhostState} from './ghost.js';
import {earlierIcon} from './earlier-icon.js';
import {visitStyles} from './visit-styles.js';
import {aimTexts, caseOf, placeText, spanText} from './visit-words.js';

/** How often, in milliseconds, the location and the attitude are read. */
const PLACE_MS = 1000;
const AIM_MS = 250;

/** Dispatched when the person has changed how much of the earlier picture is seen. */
export class OpacityEvent extends Event {
  /** `opacity` from 0 to 1; `isOff`: the picture is not shown. */
  constructor(
    readonly opacity: number,
    readonly isOff: boolean,
  ) {
    super('opacity');
  }
}

/**
 * Beside the current shot: where the person is, how the camera was held at the earlier visit, and how much of the earlier picture
 * is seen.
 *
 * @fires {OpacityEvent} opacity
 * @fires again - The person wants the earlier picture to be loaded again.
 */
export class VisitView extends InnerElement {
  static override properties = {
    ghost: given,
    attitude: given,
    expectedPlace: given,
    opacity: given,
    isOff: given,
    isMirrored: given,
  };
  static override styles = [...super.styles, onPictureStyles, visitStyles];
  static override readonly parts = ['visit'];

  ghost: GhostState = {name: 'none'};
  /** How the camera was held then. */
  attitude?: SealedAttitude;
  expectedPlace?: ExpectedPlace;
  opacity = 0;
  isOff = false;
  /** The front camera looks the other way: nothing is said of its direction. */
  isMirrored = false;
  /** What a photo taken now would be sealed with. */
  declare contents: () => CaptureContents | undefined;

  readonly #say = new Localize(this, words);
  #timer?: {id: ReturnType<typeof setInterval>; everyMs: number};
  /** The outcome that was announced, and its sentence: numbers that change are not announced. */
  #said?: {key: string; text: string};
  /** The live region was rendered before: screen readers announce only what changes in it. */
  #isHeard = false;

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#tick(undefined);
  }

  protected override render() {
    const compared = this.#compared();
    const said = compared && this.#announcement(compared);
    return html`${this.#renderPlace(compared)}${this.#renderAim()}${this.#renderGhost()}
      <div class="visually-hidden" role="status">${this.#isHeard ? said : nothing}</div>`;
  }

  protected override updated() {
    const isAiming = this.#aimed !== undefined;
    this.#tick(isAiming ? AIM_MS : this.expectedPlace ? PLACE_MS : undefined);
    if (this.#isHeard || !this.#said) return;
    this.#isHeard = true;
    this.requestUpdate();
  }

  #compared(): PlaceComparison | undefined {
    if (!this.expectedPlace) return (this.#said = undefined);
    const {gps} = this.contents()?.metadata ?? {};
    return comparedSeal(this.expectedPlace, gps, new Date().toISOString());
  }

  #announcement(compared: PlaceComparison): string {
    const key = `${caseOf(compared)} ${this.#say.lang()}`;
    if (key !== this.#said?.key) this.#said = {key, text: placeText(compared, this.#say)};
    return this.#said.text;
  }

  #renderPlace(compared: PlaceComparison | undefined) {
    if (!compared || !this.expectedPlace) return nothing;
    const icons = {within: checkIcon, outside: exclamationIcon, unknown: questionIcon};
    const span = spanText(compared, this.expectedPlace, this.#say);
    return html`<div class="line place" part="visit" data-outcome=${compared.outcome}>
      ${icons[compared.outcome]()}
      <span
        ><b>${placeText(compared, this.#say)}</b
        >${span ? html` <small>${span}</small>` : nothing}</span
      >
    </div>`;
  }

  /** How the camera is to be held; undefined while nothing of it is to be said. */
  get #aimed() {
    const {ghost, isOff, isMirrored} = this;
    return ghost.name === 'shown' && !isOff && !isMirrored ? this.attitude : undefined;
  }

  #renderAim() {
    const then = this.#aimed;
    if (!then) return nothing;
    const {magnetometer, orientation} = this.contents()?.metadata ?? {};
    const now = {heading: magnetometer?.heading, ...orientation};
    const texts = aimTexts(aimOf(then, now), this.#say);
    return texts.length > 0
      ? html`<div class="line aim" part="visit">${texts.join(' · ')}</div>`
      : nothing;
  }

  #renderGhost() {
    const say = this.#say;
    const {ghost, opacity, isOff} = this;
    switch (ghost.name) {
      case 'none':
        return nothing;
      case 'loading':
        return html`<div class="line" part="visit">${say.term('shotGhostLoading')}</div>`;
      case 'failed':
        return html`<div class="line failed" part="visit" role="alert">
          ${exclamationIcon()}<span>${say.term('shotGhostFailed')}</span>
          <button @click=${this.#again}>${say.term('shotGhostAgain')}</button>
        </div>`;
      case 'shown':
        return html`<div class="line earlier" part="visit">
          <button aria-pressed=${!isOff} title=${say.term('shotGhost')} @click=${this.#toggle}>
            ${earlierIcon(isOff)}<span class="name">${say.term('shotGhost')}</span>
          </button>
          ${
            isOff
              ? nothing
              : html`<input
                  type="range"
                  min="5"
                  max="100"
                  step="5"
                  aria-label=${say.term('shotGhostOpacity')}
                  aria-valuetext=${say.number(opacity, {style: 'percent'})}
                  .value=${String(Math.round(100 * opacity))}
                  @input=${this.#onInput}
                />`
          }
        </div>`;
    }
  }

  readonly #again = () => {
    this.dispatchEvent(new Event('again'));
  };

  readonly #toggle = () => {
    this.dispatchEvent(new OpacityEvent(this.opacity, !this.isOff));
  };

  readonly #onInput = (event: Event) => {
    const opacity = Number((event.target as HTMLInputElement).value) / 100;
    this.dispatchEvent(new OpacityEvent(opacity, false));
  };

  /** Reads the sensors' values from now on; undefined stops. */
  #tick(everyMs: number | undefined) {
    if (everyMs === this.#timer?.everyMs) return;
    clearInterval(this.#timer?.id);
    this.#timer = undefined;
    if (everyMs === undefined || !this.isConnected) return;
    const id = setInterval(() => {
      this.requestUpdate();
    }, everyMs);
    this.#timer = {id, everyMs};
  }
}
