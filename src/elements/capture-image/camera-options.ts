import {property} from 'lit/decorators.js';
import type {Facing} from '../../model/protection-config.js';
import {CaptureElement} from '../capture-element.js';
import {number, type Shape} from '../../core/metadata/shapes.js';
import {
  booleanAttribute,
  jsonAttribute,
  numberIn,
  oneOf,
  withDefault,
} from '../options/option-attributes.js';
import type {Shot} from './shots/shot.js';

/** Default of `keepCamera`: longer than a look at what is above or below. */
const KEEP_MS = 10_000;
const milliseconds = number(0);

/** The options of `<capture-image>` for the camera and what is shown. */
export abstract class CameraOptions extends CaptureElement {
  /** Which camera to use. Setting it switches the camera. */
  @property({reflect: true, converter: oneOf<Facing>('environment', 'user')})
  facing: Facing = 'environment';

  /**
   * The list of what will be sealed: behind the pill (`closed`, the default), `open` when the camera becomes live
   * unless a plate is asked for, or `none`, without a pill, for pages that show it themselves.
   */
  @property({converter: oneOf('closed', 'open', 'none')}) contents: 'closed' | 'open' | 'none' =
    'closed';

  /**
   * `warn`: each photo is measured, and a notice tells the person if it looks blurred, too dark or overexposed, with
   * “Retake” and “Keep”. It is sealed anyway, with the measured values. `off`, the default, does none of this.
   */
  @property({converter: oneOf('off', 'warn')}) quality: 'off' | 'warn' = 'off';

  /**
   * Each photo is shown first, with “Use” and “Retake”. It is stored meanwhile, and the question is asked again after a
   * reload. “Use” dispatches `capture`, and has the photo sealed; “Retake” deletes it.
   */
  @property({converter: booleanAttribute}) review = false;

  /**
   * Milliseconds for which the camera stays on after the element was scrolled out of view. A hidden element turns it off at
   * once.
   */
  @property({attribute: 'keep-camera', converter: withDefault(numberIn(milliseconds), KEEP_MS)})
  keepCamera = KEEP_MS;

  /** Photos that the person is asked to take, one after the other; see docs/shots.md. JSON in the attribute. */
  @property({converter: jsonAttribute}) shots?: readonly Shot[];

  protected override get shapes(): Readonly<Record<string, Shape>> {
    return {...super.shapes, keepCamera: milliseconds};
  }

  /** Read by the camera; the default for an invalid value. */
  protected get keepsCamera(): number {
    return milliseconds(this.keepCamera) ? KEEP_MS : this.keepCamera;
  }
}
