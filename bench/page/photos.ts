// Shows a list of photos of twelve megapixels, scrolls it, and opens one in the viewer.
import {ContextProvider} from '@lit/context';
import {CaptureImage} from '../../src/elements/capture-image.js';
import {coreContext} from '../../src/elements/core-context.js';
import type {CaptureProgress} from '../../src/core/queue/queue-client.js';
import {FakeCore, live} from '../../test/elements/fake-core.js';
import {until} from './capture-element.js';
import {painted, settled} from './frames.js';

// The bundle's own element uses another core.
class ListedCamera extends CaptureImage {}
customElements.define('listed-camera', ListedCamera);

const [WIDTH, HEIGHT] = [4000, 3000];
/** Range of the noise, in steps of a color's brightness. */
const GRAIN = 24;
/** Milliseconds between two steps of a scroll, as after a fling of the list. */
const STEP_MS = 16;

const sealedAt = '2026-11-20T15:04:00Z';
const states: readonly CaptureProgress[] = [
  {name: 'delivering', sealedAt, sent: 0},
  {name: 'waiting'},
  {name: 'delivered', sealedAt, deliveredAt: sealedAt, uploaded: true},
  {name: 'sealing'},
];

/** When a photo was opened, and when it was shown, in milliseconds by `performance.now()`. */
export interface Viewed {
  /** The finger touched the row; undefined without one. */
  pressed?: number;
  /** The press had ended. */
  clicked: number;
  /** A picture was painted, which may be the thumbnail in the photo's size. */
  seen: number;
  /** It was painted with all pixels that the screen can show. */
  sharp: number;
}

class PhotosBench {
  readonly #core = new FakeCore();
  readonly #element = new ListedCamera();

  /**
   * Shows a camera with this many photos; each is the same file of twelve megapixels. Resolves with its size in bytes.
   */
  async show(count: number): Promise<number> {
    const page = document.createElement('div');
    document.body.append(page);
    new ContextProvider(page, {context: coreContext, initialValue: this.#core}).hostConnected();
    page.append(this.#element);
    await this.#element.updateComplete;
    const stream = live();
    this.#core.camera.show(stream);
    const photo = await stones();
    const {protection} = this.#core;
    protection.captures = Array.from({length: count}, (_, index) => {
      const captureId = `photo-${index}`;
      protection.pictures.set(captureId, photo);
      return {
        captureId,
        mode: 'image' as const,
        capturedAt: new Date(Date.UTC(2026, 10, 25, 9, 0, 10 * index)).toISOString(),
        progress: states[index % states.length] ?? {name: 'sealing'},
      };
    });
    protection.client.onChange();
    await until(() => this.#has('.all'));
    return photo.size;
  }

  /** Milliseconds from the press until the frame with the first rows is painted. */
  async open(mark: string): Promise<number> {
    await settled();
    performance.mark(`${mark}-start`);
    const start = performance.now();
    this.#press('.all');
    do await painted();
    while (!this.#has('.photos .photo'));
    const elapsed = performance.now() - start;
    performance.mark(`${mark}-end`);
    return elapsed;
  }

  /** Scrolls from the first photo to the last, screen by screen. Resolves with the number of frames. */
  async scroll(mark: string): Promise<number> {
    const list = deep(this.#element, '.photos .scroll')[0];
    if (!list) throw new Error('Open the list first.');
    list.scrollTop = 0;
    await settled();
    let frames = 0;
    performance.mark(`${mark}-start`);
    for (let at = 0; at < list.scrollHeight; at += list.clientHeight / 6) {
      list.scrollTop = at;
      frames++;
      await painted();
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    }
    performance.mark(`${mark}-end`);
    return frames;
  }

  /** Milliseconds until the thumbnails of all visible rows are shown. */
  async thumbnails(): Promise<number> {
    const start = performance.now();
    const rows = () => deep(this.#element, '.photos .photo');
    await until(() => rows().length > 0 && rows().every((row) => row.querySelector('canvas')));
    return performance.now() - start;
  }

  close() {
    this.#press('.photos .round');
  }

  /** The middle of the first row's picture, in CSS pixels. */
  async place(): Promise<{x: number; y: number}> {
    await settled();
    const {x, y, width, height} = this.#find('.photos .photo .small').getBoundingClientRect();
    return {x: x + width / 2, y: y + height / 2};
  }

  /** Opens the photo of the first row without a press, as a key does. */
  async click(): Promise<Viewed> {
    await settled();
    const viewed = this.view();
    this.#press('.photos .photo');
    return await viewed;
  }

  /** Waits until a photo is opened and shown, and closes it. */
  async view(): Promise<Viewed> {
    const root = this.#element.shadowRoot;
    let [pressed, clicked]: (number | undefined)[] = [];
    const options = {capture: true, once: true};
    root?.addEventListener('pointerdown', ({timeStamp}) => (pressed = timeStamp), options);
    root?.addEventListener('click', ({timeStamp}) => (clicked = timeStamp), options);
    const canvas = () => deep<HTMLCanvasElement>(this.#element, '.stage canvas')[0];
    const isSharp = () => {
      const {width = 0, clientWidth = 0} = canvas() ?? {};
      return width * 1.01 >= Math.min(WIDTH, clientWidth * devicePixelRatio);
    };
    do await painted();
    while (!canvas());
    const seen = performance.now();
    if (!isSharp()) {
      while (!isSharp()) await painted();
      await painted();
    }
    const sharp = performance.now();
    this.#press('.viewer .exit');
    if (clicked === undefined) throw new Error('Nothing was pressed.');
    return {pressed, clicked, seen, sharp};
  }

  #find(selector: string): HTMLElement {
    const [found] = deep(this.#element, selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  }

  #has(selector: string): boolean {
    return deep(this.#element, selector).length > 0;
  }

  #press(selector: string) {
    deep(this.#element, selector)[0]?.click();
  }
}

/** What matches in an element and in the inner elements that it contains. */
const deep = <E extends Element = HTMLElement>({shadowRoot}: Element, selector: string): E[] => [
  ...(shadowRoot?.querySelectorAll<E>(selector) ?? []),
  ...[...(shadowRoot?.querySelectorAll('*') ?? [])].flatMap((inner) => deep<E>(inner, selector)),
];

/** A drawing with edges and grain everywhere, whose JPEG has about 3 MB, as that of a photograph. */
async function stones(): Promise<Blob> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d', {alpha: false});
  if (!context) throw new Error('no canvas');
  for (let stone = 0; stone < 60_000; stone++) {
    context.fillStyle = `hsl(${(stone * 37) % 360} 40% ${20 + ((stone * 13) % 60)}%)`;
    context.fillRect((stone * 7919) % WIDTH, (stone * 104_729) % HEIGHT, 40, 25);
  }
  const picture = context.getImageData(0, 0, WIDTH, HEIGHT);
  let random = 1;
  for (let at = 0; at < picture.data.length; at++) {
    random = (random * 1_103_515_245 + 12_345) & 0x7fffffff;
    if (at % 4 < 3)
      picture.data[at] = (picture.data[at] ?? 0) + ((random >> 16) % GRAIN) - GRAIN / 2;
  }
  context.putImageData(picture, 0, 0);
  return await canvas.convertToBlob({type: 'image/jpeg', quality: 0.92});
}

export type {PhotosBench};
Object.assign(globalThis, {bench: new PhotosBench()});
