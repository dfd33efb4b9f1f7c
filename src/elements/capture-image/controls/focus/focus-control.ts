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
  /** It is shown as in a mirror. */
  isMirrored: boolean;
}

interface Given {
  voice: Voice;
  say: Localize;
  notes: Notes;
  pause: typeof pause;
  /** A countdown runs. */
  isHeld: () => boolean;
  draw: () => void;
}

/** What people do to the focus, on the picture and by keys; sealed with the pictures that are taken meanwhile. */
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

  /** From now on it is about this camera, or none. */
  follow(camera?: Focused) {
    this.#focus.stop();
    this.#camera = camera;
  }

  /** The camera could not. */
  refused() {
    this.#focus.stop();
  }

  /** A tap at this place of the screen, where `area` shows the picture; nothing beside that. */
  tap(x: number, y: number, area?: DOMRect) {
    if (!area || !this.#camera?.controls.offers.focus) return;
    const point = {x: (x - area.left) / area.width, y: (y - area.top) / area.height};
    if (Math.min(point.x, point.y) < 0 || Math.max(point.x, point.y) > 1) return;
    this.#focus.tap(this.#turned(point));
    this.#tell();
  }

  /** A press that is held: gives a point back; false where there is none. */
  lift(): boolean {
    const isLifted = this.#focus.lift();
    if (isLifted) this.#tell();
    return isLifted;
  }

  /** In the middle, or gives it back. */
  readonly toggle = () => {
    if (this.lift()) return;
    this.#focus.set({x: 0.5, y: 0.5});
    this.#tell();
  };

  /** By parts of the picture as it is shown; false where no point is set. */
  readonly move = (across: number, down: number): boolean => {
    const {ring} = this;
    if (!ring) return false;
    this.#focus.set(this.#turned({x: ring.x + across, y: ring.y + down}));
    const {x, y} = this.ring ?? ring;
    const {voice, say} = this.#given;
    voice.announce(say.term('controlsFocusAt', 100 * x, 100 * y));
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

  /** From the picture that is taken to the one that is shown, and back. */
  #turned({x, y}: FocusPoint): FocusPoint {
    return {x: this.#camera?.isMirrored ? 1 - x : x, y};
  }
}
