import type {ShareOutcome} from '../../../src/ports/browser/share-file.js';
import type {CasePacker} from '../../../src/ports/inspection/case-packer.js';
import {CaptureImage} from '../../../src/elements/capture-image.js';
import {decodePicture} from '../../../src/elements/capture-image/album/decode.js';
import {
  photoBrowser,
  type PhotoBrowser,
} from '../../../src/elements/capture-image/album/photo-browser.js';
import {LateAlbum} from '../../../src/elements/capture-image/album/late-album.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {Failures, type FailureActions} from '../../../src/elements/capture/failures/failures.js';
import {FakeCore, live, photo} from '../fake-core.js';
import {
  all,
  drawn,
  ElementFixture,
  focusedIn,
  pageWith,
  rendered,
  textOf,
  waitUntil,
} from '../kit.js';

/** What the album of the next element uses in place of the browser. */
let given: PhotoBrowser = photoBrowser;
let undoMs = 60_000;

class ViewedFailures extends Failures {
  constructor(host: CaptureImage, actions: FailureActions) {
    super(host, {...actions, undoMs});
  }
}
class ViewedAlbum extends LateAlbum {
  constructor(...[host, actions]: ConstructorParameters<typeof LateAlbum>) {
    super(host, actions, given);
  }
}
class ViewedCamera extends CaptureImage {
  protected override get imports() {
    return {...super.imports, album: () => Promise.resolve({LateAlbum: ViewedAlbum})};
  }
  protected override importFailures() {
    return Promise.resolve({Failures: ViewedFailures});
  }
}
customElements.define('viewed-camera', ViewedCamera);

/** A camera with a viewer; what the viewer saves and shares is recorded. */
export class ViewerFixture extends ElementFixture<CaptureImage> {
  readonly core = new FakeCore();
  readonly page = pageWith(this.core);
  readonly element = document.createElement('viewed-camera') as CaptureImage;
  readonly saved: [name: string, file: Blob][] = [];
  readonly shared: (readonly [name: string, file: Blob])[] = [];
  /** Sizes for which pictures were decoded; undefined: the full size. */
  readonly rooms: (object | undefined)[] = [];
  /** Number of files that are being decoded. */
  decodings = 0;
  canShare = false;
  /** False in a browser that shares photos, and no ZIP. */
  canShareZip = true;
  /** The packer of a page. */
  readonly realPacker = () => photoBrowser.packer();
  /** Packs files; in a worker of its own, as in a page, unless the test replaces it. */
  packer?: CasePacker;
  /** Returns how sharing these files ends. */
  share: (files: readonly File[]) => Promise<ShareOutcome> = (files) => {
    this.shared.push(...files.map((file) => [file.name, file] as const));
    return Promise.resolve('shared');
  };
  /** Decodes a file for the viewer or the list. */
  decode = decodePicture;
  readonly #decoded = new WeakSet<HTMLCanvasElement>();

  /**
   * `undo`: how long a deletion can be undone, in milliseconds; `guard`: how long the answers to a new question do not
   * count; `previews`: photos of any size get a preview at once, and none otherwise.
   */
  static async create({
    undo = 60_000,
    guard = 0,
    previews = false,
    set,
  }: {undo?: number; guard?: number; previews?: boolean; set?: Partial<CaptureImage>} = {}) {
    const made = new ViewerFixture();
    undoMs = undo;
    given = {
      guardMs: guard,
      previewLimits: {leastBytes: 0, quietMs: previews ? 0 : 60_000},
      canShare: (type) => made.canShare && (made.canShareZip || type !== 'application/zip'),
      packer: () => (made.packer ? Promise.resolve(made.packer) : photoBrowser.packer()),
      share: (files) => made.share(files),
      save: (file, name) => void made.saved.push([name, file]),
      decode: async (file, room, signal) => {
        made.rooms.push(room);
        made.decodings++;
        const picture = await made.decode(file, room, signal).finally(() => made.decodings--);
        made.#decoded.add(picture);
        return picture;
      },
    };
    Object.assign(made.element, set);
    made.element.style.inlineSize = '360px';
    made.page.append(made.element);
    await drawn(made.element, made.core.camera.show(live()));
    return made;
  }

  get protection() {
    return this.core.protection;
  }

  get ids() {
    return this.protection.captures.map(({captureId}) => captureId);
  }

  /** Takes photos of these colors, one after the other. */
  async take(...skies: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const sky of skies) {
      this.core.camera.develop = () => photo(sky, 640, 360, sky);
      const drawn = () => all(this.element, '.thumbnail canvas')[0];
      const before = drawn();
      ids.push((await this.element.takePicture()).captureId);
      await waitUntil(() => drawn() && drawn() !== before, 'the thumbnail is drawn');
    }
    return ids;
  }

  /** Makes reading the storage fail, and returns a function that repairs it. */
  failReads(): () => void {
    const {protection} = this;
    const fail = (captureId: string) => {
      protection.calls.push(`failed to read ${captureId}`);
      return Promise.reject(new SealedCaptureError('storage_unavailable', 'Broken.'));
    };
    Object.assign(protection, {picture: fail, sealedFile: fail});
    return () => {
      // The methods of the class are called again.
      Reflect.deleteProperty(protection, 'picture');
      Reflect.deleteProperty(protection, 'sealedFile');
    };
  }

  get dialog() {
    return this.find<HTMLDialogElement>('dialog.viewer');
  }

  get isOpen() {
    return this.has('dialog.viewer[open]');
  }

  get canvas() {
    return this.find<HTMLCanvasElement>('.stage canvas');
  }

  get title() {
    return this.text('#viewer-title');
  }

  get announcement() {
    return this.text('.viewer [role=status]');
  }

  get focused() {
    return focusedIn(this.element);
  }

  get isAsked() {
    return this.has('dialog.sharing[open]');
  }

  /** What the dialog for sharing says of the last choice. */
  get told() {
    return this.text('.sharing [role=status]');
  }

  /** Presses a button of the dialog for sharing: `files` or `zip`. */
  async choose(form: 'files' | 'zip') {
    await waitUntil(() => this.isAsked, 'the dialog is open');
    this.find(`.sharing .${form}`).click();
    await rendered(this.element);
  }

  /** Opens the last photo. Resolves once its picture is shown. */
  async open() {
    this.find('.thumbnail').focus();
    this.find('.thumbnail').click();
    await waitUntil(() => this.isOpen, 'the viewer is open');
    // Synthetic pointers cannot be captured.
    this.find('.stage').setPointerCapture = () => undefined;
    await this.pictured();
  }

  /** Waits until the picture itself is shown: the thumbnail has another aspect ratio, by less than a pixel. */
  async pictured() {
    await waitUntil(
      () => this.has('.stage canvas') && this.#decoded.has(this.canvas),
      'the picture is shown',
    );
    await rendered(this.element);
  }

  async press(name: string | RegExp) {
    const buttons = all(this.element, '.viewer button');
    const labels = (button: HTMLElement) => button.ariaLabel ?? textOf(button);
    const button = buttons.find((one) => new RegExp(`^(?:${source(name)})$`).test(labels(one)));
    if (!button) throw new Error(`no ${String(name)} among ${buttons.map(labels).join(' | ')}`);
    button.click();
    await rendered(this.element);
  }

  key(key: string) {
    const target = this.focused ?? this.dialog;
    const event = new KeyboardEvent('keydown', {
      key,
      bubbles: true,
      composed: true,
      cancelable: true,
    });
    target.dispatchEvent(event);
    return event;
  }

  pointer(type: string, x: number, y: number, pointerId = 1) {
    const stage = this.find('.stage');
    const {left, top, width, height} = stage.getBoundingClientRect();
    const [clientX, clientY] = [left + width / 2 + x, top + height / 2 + y];
    stage.dispatchEvent(
      new PointerEvent(type, {clientX, clientY, pointerId, bubbles: true, button: 0}),
    );
  }

  tap(x: number, y: number) {
    this.pointer('pointerdown', x, y);
    this.pointer('pointerup', x, y);
  }

  /** Scale and position of the picture. */
  get zoom() {
    const {a: scale, e: x, f: y} = new DOMMatrix(getComputedStyle(this.canvas).transform);
    return {scale, x, y};
  }
}

const source = (name: string | RegExp) => (typeof name === 'string' ? name : name.source);
