import type {FocusPoint, TrackControls} from '../../../../core/camera/track-controls.js';
import type {pause} from '../../../../core/wiring/elements/camera-aids.js';
import type {Localize} from '../../../strings/localize.js';
import {Focus} from './focus.js';
import {note, type Notes} from '../picture-notes.js';
import type {Voice} from '../voice.js';

/** The camera that is on. */
export interface Focused {
  track: MediaStreamTrack;
  controls: TrackControls;
  /** True if it is shown mirrored. */
  isMirrored: boolean;
}

interface Given {
  voice: Voice;
  say: Localize;
  notes: Notes;
  pause: typeof pause;
  /** True while a countdown runs. */
  isHeld: () => boolean;
  draw: () => void;
}

/**
 * The focus point that a person sets on the picture or with keys; sealed with the pictures that are taken meanwhile.
 */
export class FocusControl {
  readonly #given: Given;
  readonly #focus: Focus;
  #camera?: Focused;

  constructor(given: Given) {
    this.#given = given;
    const {isHeld, pause} = given;
    const apply = (focus: FocusPoint | 'automatic') => this.#camera?.controls.set({focus});
    this.#focus = new Focus({apply, onChange: this.#onFocus, isHeld}, pause);
  }

  /** The point in the picture as it is shown. */
  get ring(): FocusPoint | undefined {
    const {point} = this.#focus;
    return point && this.#turned(point);
  }

  /** Switches to this camera, or to none. */
  follow(camera?: Focused) {
    this.#focus.stop();
    this.#camera = camera;
  }

  /** To be called if the camera refused the point. */
  refused() {
    this.#focus.stop();
  }

  /** Handles a tap at this position of the screen. `area` is that of the picture; taps beside it do nothing. */
  tap(x: number, y: number, area?: DOMRect) {
    if (!area || !this.#camera?.controls.offers.focus) return;
    const point = {x: (x - area.left) / area.width, y: (y - area.top) / area.height};
    if (Math.min(point.x, point.y) < 0 || Math.max(point.x, point.y) > 1) return;
    this.#focus.tap(this.#turned(point));
    this.#tell();
  }

  /** Handles a long press, which removes the point. Returns false if there is none. */
  lift(): boolean {
    const isLifted = this.#focus.lift();
    if (isLifted) this.#tell();
    return isLifted;
  }

  /** Sets the point in the middle, or removes it. */
  readonly toggle = () => {
    if (this.lift()) return;
    this.#focus.set({x: 0.5, y: 0.5});
    this.#tell();
  };

  /** Moves the point by fractions of the shown picture. Returns false if no point is set. */
  readonly move = (across: number, down: number): boolean => {
    const {ring} = this;
    if (!ring) return false;
    this.#focus.set(this.#turned({x: ring.x + across, y: ring.y + down}));
    const {x, y} = this.ring ?? ring;
    const {voice, say} = this.#given;
    voice.announce(say.term('controlsFocusAt', Math.round(100 * x), Math.round(100 * y)));
    return true;
  };

  readonly #onFocus = () => {
    const {notes, draw} = this.#given;
    const {point: focusPoint} = this.#focus;
    if (this.#camera) note(notes, this.#camera.track, {focusPoint});
    draw();
  };

  #tell() {
    const {voice, say} = this.#given;
    voice.announce(say.term('controlsFocusNow', this.#focus.point !== undefined));
  }

  /** Converts between the picture as it is taken and as it is shown. */
  #turned({x, y}: FocusPoint): FocusPoint {
    return {x: this.#camera?.isMirrored ? 1 - x : x, y};
  }
}
