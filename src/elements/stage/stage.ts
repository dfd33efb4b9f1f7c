import {Gestures, type Gestured, type Point} from './gestures.js';
import {
  ENLARGED,
  fitOf,
  fitted,
  mostFor,
  movedBy,
  within,
  zoomedBy,
  type Size,
  type Zoom,
} from './zoom.js';

/** Zoom factor for a key press. */
const KEY_ZOOM = 1.4;
const KEY_MOVE_PX = 60;
/** Device pixels of one pixel of the picture, from which on its pixels are drawn with sharp edges. */
const SHARP_FROM = 2;

/** Actions of gestures, besides enlarging and moving the picture. */
export interface StageActions {
  /** Shows a later photo (1) or an earlier one (-1). */
  step: (by: 1 | -1) => void;
  /** Called when the scale has changed. */
  zoomed: (scale: number) => void;
  /** Called when a person has enlarged, moved or turned the picture; not for another stage that is followed. */
  placed?: () => void;
}

/** What a person sees of a picture, in shares of its own size on the stage, so that one of another size can follow. */
export interface Placement {
  scale: number;
  x: number;
  y: number;
  /** Quarter turns, clockwise, from 0 to 3. */
  turns: number;
}

/** Shows one picture that a person can enlarge and move with fingers, mouse and keys. */
export class Stage implements Gestured {
  readonly #actions: StageActions;
  #picture?: HTMLCanvasElement;
  #element?: HTMLElement;
  #zoom: Zoom = fitted;
  #turns = 0;
  /** The size of the picture's file; undefined if its pixels are not looked at one by one. */
  #own?: Size;
  readonly #gestures: Gestures;

  constructor(actions: StageActions) {
    this.#actions = actions;
    this.#gestures = new Gestures(this);
  }

  get scale(): number {
    return this.#zoom.scale;
  }

  get picture(): HTMLCanvasElement | undefined {
    return this.#picture;
  }

  /** Device pixels of one pixel of the file; undefined without a picture, or without the file's size. */
  get pixelSize(): number | undefined {
    const {width} = this.#room;
    return this.#own && width > 0
      ? fitOf(this.#room, this.#turned(this.#own)) * this.#zoom.scale * devicePixelRatio
      : undefined;
  }

  get placement(): Placement {
    const {scale, x, y} = this.#zoom;
    const shown = this.#shown;
    return {scale, x: x / shown.width || 0, y: y / shown.height || 0, turns: this.#turns};
  }

  /** Shows what another stage shows of its picture. */
  follow({scale, x, y, turns}: Placement) {
    this.#turns = turns;
    this.#zoom = {scale, x: 0, y: 0};
    const shown = this.#shown;
    this.#set({scale, x: x * shown.width, y: y * shown.height});
  }

  /** Turns the view by 90°, clockwise. */
  turn() {
    this.#turns = (this.#turns + 1) % 4;
    this.#set(fitted);
    this.#actions.placed?.();
  }

  /** Shows as much of the picture as the stage has space for, after its size has changed. */
  resized() {
    this.#set(this.#zoom);
  }

  /**
   * Shows another picture, or the same one with other pixels and the same zoom. With `own`, the size of its file, it can
   * be enlarged until its pixels are seen one by one.
   */
  show(picture: HTMLCanvasElement | undefined, isOther: boolean, own?: Size) {
    this.#picture = picture;
    this.#own = picture && own;
    if (isOther) {
      this.#turns = 0;
      this.#gestures.clear();
    }
    this.#set(isOther ? fitted : this.#zoom);
  }

  render(label: string) {
    return this.#gestures.render(label, this.#picture);
  }

  /** Connects to the stage in `root` after it was rendered. */
  drawn(root: ParentNode) {
    this.#element = root.querySelector<HTMLElement>('.stage') ?? undefined;
    this.#apply();
  }

  zoomBy(factor: number, at?: Point) {
    this.#place(this.#zoomed(this.#zoom, factor, at));
  }

  toggle(at?: Point) {
    this.#place(this.#zoom.scale > 1 ? fitted : this.#zoomed(fitted, ENLARGED, at));
  }

  drag(dx: number, dy: number, factor: number, at: Point) {
    const moved = movedBy(this.#zoom, dx, dy);
    this.#place(factor === 1 ? moved : this.#zoomed(moved, factor, at));
  }

  step(by: 1 | -1) {
    this.#actions.step(by);
  }

  move(dx: number, dy: number) {
    this.#place(movedBy(this.#zoom, dx, dy));
  }

  /** Handles the keys that enlarge and move the picture; false for all others. Arrows move only an enlarged picture. */
  press(key: string): boolean {
    const act = this.#keys[key];
    if (!act || (this.scale === 1 && key.startsWith('Arrow'))) return false;
    act();
    return true;
  }

  readonly #keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => {
      this.move(KEY_MOVE_PX, 0);
    },
    ArrowRight: () => {
      this.move(-KEY_MOVE_PX, 0);
    },
    ArrowUp: () => {
      this.move(0, KEY_MOVE_PX);
    },
    ArrowDown: () => {
      this.move(0, -KEY_MOVE_PX);
    },
    '+': () => {
      this.zoomBy(KEY_ZOOM);
    },
    '=': () => {
      this.zoomBy(KEY_ZOOM);
    },
    '-': () => {
      this.zoomBy(1 / KEY_ZOOM);
    },
    '0': () => {
      if (this.scale > 1) this.toggle();
    },
  };

  /** The stage in CSS pixels. */
  get #room(): Size {
    const {clientWidth: width = 0, clientHeight: height = 0} = this.#element ?? {};
    return {width, height};
  }

  /** The size of the whole picture on the stage, in CSS pixels. */
  get #shown(): Size {
    const picture = this.#turned(this.#picture ?? {width: 1, height: 1});
    const by = fitOf(this.#room, picture) * this.#zoom.scale;
    return {width: picture.width * by, height: picture.height * by};
  }

  #turned({width, height}: Size): Size {
    return this.#turns % 2 === 0 ? {width, height} : {width: height, height: width};
  }

  #zoomed(zoom: Zoom, factor: number, at?: Point): Zoom {
    const room = this.#room;
    const most = this.#own && room.width > 0 ? mostFor(room, this.#turned(this.#own)) : undefined;
    return zoomedBy(zoom, factor, at, most);
  }

  /** Follows a person's gesture. */
  #place(zoom: Zoom) {
    this.#set(zoom);
    this.#actions.placed?.();
  }

  #set(zoom: Zoom) {
    const before = this.#zoom.scale;
    const room = this.#room;
    this.#zoom =
      this.#picture && room.width > 0
        ? within(zoom, room, this.#turned(this.#picture))
        : {...zoom, x: 0, y: 0};
    this.#apply();
    if (this.#zoom.scale !== before) this.#actions.zoomed(this.#zoom.scale);
  }

  #apply() {
    const {scale, x, y} = this.#zoom;
    const picture = this.#picture;
    const element = this.#element;
    element?.toggleAttribute('data-enlarged', scale > 1);
    if (!picture) return;
    const isWhole = picture.width === this.#own?.width;
    element?.toggleAttribute('data-pixels', isWhole && (this.pixelSize ?? 0) >= SHARP_FROM);
    picture.style.transform = `translate(${x}px, ${y}px) ${this.#turning(picture, scale)}`;
  }

  /** The picture is laid out unturned; turned by a quarter, its size on the stage is another. */
  #turning(picture: Size, scale: number): string {
    if (this.#turns === 0) return `scale(${scale})`;
    const room = this.#room;
    const by = room.width > 0 ? fitOf(room, this.#turned(picture)) / fitOf(room, picture) : 1;
    return `rotate(${90 * this.#turns}deg) scale(${scale * by})`;
  }
}
