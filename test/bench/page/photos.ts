// Shows a list of photos of twelve megapixels, scrolls it, and opens one in the viewer.
import {ContextProvider} from '@lit/context';
import {CaptureImage} from '../../../src/elements/capture-image.js';
import {coreContext} from '../../../src/elements/core-context.js';
import type {CaptureProgress} from '../../../src/core/queue/queue-client.js';
import {FakeCore, live} from '../../elements/fake-core.js';
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
    await settled();
    const list = this.#element.shadowRoot?.querySelector('.photos .scroll');
    if (!list) throw new Error('Open the list first.');
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
    const rows = () => [...(this.#element.shadowRoot?.querySelectorAll('.photos .photo') ?? [])];
    await until(() => rows().length > 0 && rows().every((row) => row.querySelector('canvas')));
    return performance.now() - start;
  }

  close() {
    this.#press('.photos .round');
  }

  /**
   * Milliseconds from the press on a row until the photo is seen, which may be its thumbnail in the photo's size, and until
   * it is painted with all pixels that the screen can show.
   */
  async view(): Promise<{seen: number; sharp: number}> {
    await settled();
    const start = performance.now();
    this.#press('.photos .photo');
    const canvas = () =>
      this.#element.shadowRoot?.querySelector<HTMLCanvasElement>('.stage canvas') ?? undefined;
    const isSharp = () => {
      const {width = 0, clientWidth = 0} = canvas() ?? {};
      return width * 1.01 >= Math.min(WIDTH, clientWidth * devicePixelRatio);
    };
    do await painted();
    while (!canvas());
    const seen = performance.now() - start;
    if (!isSharp()) {
      while (!isSharp()) await painted();
      await painted();
    }
    const sharp = performance.now() - start;
    this.#press('.viewer [part=viewer-close]');
    return {seen, sharp};
  }

  #has(selector: string): boolean {
    return Boolean(this.#element.shadowRoot?.querySelector(selector));
  }

  #press(selector: string) {
    this.#element.shadowRoot?.querySelector<HTMLElement>(selector)?.click();
  }
}

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
