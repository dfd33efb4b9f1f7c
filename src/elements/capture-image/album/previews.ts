import {screenRoom, type decodePicture, type PixelSize} from './decode.js';

/** Smaller files are decoded fast enough without a preview; bytes. */
const LEAST_BYTES = 1_000_000;
/** Maximum number of previews in memory; each takes about 0.4 MB on a phone's screen. */
const MOST_KEPT = 24;
/** Milliseconds without scrolling or opening a photo, after which the next preview is made. */
const QUIET_MS = 300;
const QUALITY = 0.85;

/** `file` is undefined if the photo needs no preview, is not stored any more, or cannot be decoded. */
interface Preview extends PixelSize {
  file?: Blob;
}

const NONE: Preview = {width: 0, height: 0};
const fills = ({width, height}: PixelSize, room: PixelSize): boolean =>
  1.01 * width >= room.width || 1.01 * height >= room.height;

interface PreviewActions {
  /** Ids of the photos that a person may open next, in order of priority; none while the processor is needed. */
  wanted: () => readonly string[];
  /** Ids of all photos, without those that were deleted or belong to another account. */
  listed: () => ReadonlySet<string>;
  /** The photo's file; undefined if it is not stored any more. Rejects if the storage cannot be read. */
  fileOf: (captureId: string) => Promise<Blob | undefined>;
  decode: typeof decodePicture;
  limits?: () => PreviewLimits | undefined;
}

/** Replaces the limits, for tests. */
export interface PreviewLimits {
  leastBytes?: number;
  quietMs?: number;
}

/**
 * Copies of photos with as many pixels as the screen has, made while nothing else happens. Decoding a photo of 12 megapixels takes
 * longer than a person notices; decoding its preview takes a quarter of that.
 */
export class Previews {
  readonly #actions: PreviewActions;
  readonly #kept = new Map<string, Preview>();
  #timer?: ReturnType<typeof setTimeout>;
  #running?: AbortController;

  constructor(actions: PreviewActions) {
    this.#actions = actions;
  }

  /** The preview of a photo; undefined if there is none with enough pixels to fill `room`. */
  of(captureId: string, room: PixelSize): Blob | undefined {
    this.drop();
    const preview = this.#kept.get(captureId) ?? NONE;
    return fills(preview, room) ? preview.file : undefined;
  }

  /** Makes the wanted previews soon, one after the other. */
  readonly prepare = () => {
    if (this.#running) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void this.#make(),
      this.#actions.limits?.()?.quietMs ?? QUIET_MS,
    );
  };

  /** Interrupts that: the processor is needed for something else. */
  readonly defer = () => {
    this.stop();
    this.prepare();
  };

  /** Ends that. Previews that are made stay in memory. */
  stop() {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = undefined;
  }

  /** Frees the previews of photos that are not listed any more and, above the limit, of one that is not wanted any more. */
  drop() {
    if (this.#kept.size === 0) return;
    const listed = this.#actions.listed();
    for (const captureId of this.#kept.keys()) {
      const isLeast = this.#kept.size > MOST_KEPT && !this.#wanted.includes(captureId);
      if (isLeast || !listed.has(captureId)) this.#kept.delete(captureId);
    }
  }

  get #wanted(): readonly string[] {
    return this.#actions.wanted().slice(0, MOST_KEPT);
  }

  /** The next photo to make a preview of, apart from those that could not be read. */
  #next(failed: ReadonlySet<string>): string | undefined {
    const listed = this.#actions.listed();
    return this.#wanted.find(
      (captureId) => !this.#kept.has(captureId) && !failed.has(captureId) && listed.has(captureId),
    );
  }

  async #make() {
    const controller = new AbortController();
    const {signal} = controller;
    this.#running = controller;
    // They are read again the next time.
    const failed = new Set<string>();
    for (let next = this.#next(failed); next !== undefined; next = this.#next(failed)) {
      const preview = await this.#draw(next, signal).catch(() => undefined);
      if (signal.aborted) return;
      if (preview) this.#kept.set(next, preview);
      else failed.add(next);
      this.drop();
    }
    this.#running = undefined;
  }

  /** Rejects if the file cannot be read. */
  async #draw(captureId: string, signal: AbortSignal): Promise<Preview> {
    const {fileOf, decode, limits} = this.#actions;
    const {leastBytes = LEAST_BYTES} = limits?.() ?? {};
    const file = await fileOf(captureId);
    signal.throwIfAborted();
    if (!file || file.size < leastBytes) return NONE;
    const room = screenRoom();
    const picture = await decode(file, room, signal).catch(() => undefined);
    signal.throwIfAborted();
    if (!picture) return NONE;
    const made = await new Promise<Blob | null>((resolve) => {
      picture.toBlob(resolve, 'image/jpeg', QUALITY);
    });
    // With fewer pixels than the screen, it has all of the photo.
    const {width, height} = fills(picture, room) ? picture : {width: Infinity, height: Infinity};
    // Phones limit the memory of all canvases, and free that of an unused one late.
    picture.width = 0;
    return {file: made ?? undefined, width, height};
  }
}
