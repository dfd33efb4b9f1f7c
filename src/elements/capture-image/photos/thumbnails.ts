import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {isGone} from '../../capture/files/capture-files.js';
import {draw, type decodePicture} from '../album/decode.js';

/**
 * Device pixels of a thumbnail: enough for 64 CSS pixels on a dense screen, even if the picture is cropped to a square.
 */
const ROOM = {width: 256, height: 256};
/** Maximum number of thumbnails in memory; each takes 200 kB. */
const MOST_KEPT = 150;

/** A photo's file: its size in bytes; `missing` if it is not stored any more; `unreadable` if the storage cannot be read. */
type StoredFile = number | 'missing' | 'unreadable';

/** A small picture; `none` if there is no picture, or it cannot be decoded. */
export type Thumbnail =
  | {name: 'drawn'; picture: HTMLCanvasElement; file: StoredFile}
  | {name: 'none'; file: StoredFile};

interface Source {
  /** Ids of the photos whose thumbnails are needed now, in order of priority. */
  wanted: () => readonly string[];
  /** The photo's file; undefined if it is not stored any more. Rejects if the storage cannot be read. */
  fileOf: (captureId: string) => Promise<Blob | undefined>;
  /** What is shown of a photo whose file is not stored any more; undefined if there is nothing. */
  previewOf: (captureId: string) => Promise<Blob | undefined>;
  decode: typeof decodePicture;
  /** Called for each thumbnail that has changed. */
  drawn: (captureId: string) => void;
}

/** Draws the needed thumbnails one after the other, so that no two photos are in memory at the same time. */
export class Thumbnails {
  readonly #source: Source;
  /** The thumbnails in memory; the most recently used are last. */
  readonly #kept = new Map<string, Thumbnail>();
  /** Pictures from when the photos were taken, for those whose files are not stored any more. */
  readonly #taken = new Map<string, HTMLCanvasElement>();
  /** Photos for which no picture was found since the last call of `draw`. */
  readonly #failed = new Set<string>();
  #isDrawing = false;

  constructor(source: Source) {
    this.#source = source;
  }

  of(captureId: string): Thumbnail | undefined {
    return this.#kept.get(captureId);
  }

  /** The drawn thumbnail; undefined without one. */
  pictureOf(captureId: string): HTMLCanvasElement | undefined {
    const thumbnail = this.#kept.get(captureId);
    return thumbnail && pictureIn(thumbnail);
  }

  /** True if the photo's file is not stored any more. */
  isGone(photo: CaptureSummary): boolean {
    return isGone(photo) || this.#kept.get(photo.captureId)?.file === 'missing';
  }

  /** Keeps a copy of the small picture of a photo that was taken just now. */
  keep(captureId: string, picture: HTMLCanvasElement) {
    if (this.#taken.has(captureId)) return;
    this.#taken.set(captureId, reduced(draw(picture, picture)));
    const [oldest] = this.#taken.keys();
    if (this.#taken.size > MOST_KEPT && oldest !== undefined) this.#taken.delete(oldest);
  }

  /**
   * Continues until all needed thumbnails are drawn. Reads files again that could not be read before, and asks again for
   * previews, which are made after the delivery.
   */
  async draw() {
    this.#failed.clear();
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const before = this.#kept.get(next);
      const thumbnail = await this.#drawOne(next);
      this.#keep(next, thumbnail);
      // A row that is rendered for the same again would begin the next `draw`.
      if (!isSame(before, thumbnail)) this.#source.drawn(next);
    }
    this.#isDrawing = false;
  }

  #next(): string | undefined {
    return this.#source.wanted().find((captureId) => {
      const kept = this.#kept.get(captureId);
      return !kept || (mayCome(kept) && !this.#failed.has(captureId));
    });
  }

  #keep(captureId: string, thumbnail: Thumbnail) {
    this.#kept.set(captureId, thumbnail);
    const wanted = new Set(this.#source.wanted());
    for (const kept of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) return;
      if (!wanted.has(kept)) this.#kept.delete(kept);
    }
  }

  async #drawOne(captureId: string): Promise<Thumbnail> {
    const {fileOf, previewOf} = this.#source;
    const blob = await fileOf(captureId).catch(() => 'unreadable' as const);
    if (typeof blob !== 'object') this.#failed.add(captureId);
    if (blob === undefined || blob === 'unreadable') {
      const file = blob ?? 'missing';
      const taken = this.#taken.get(captureId);
      if (taken) return {name: 'drawn', picture: taken, file};
      const preview = blob === undefined ? await previewOf(captureId) : undefined;
      return preview ? this.#decoded(preview, file) : {name: 'none', file};
    }
    return this.#decoded(blob, blob.size);
  }

  async #decoded(blob: Blob, file: StoredFile): Promise<Thumbnail> {
    const {decode} = this.#source;
    try {
      return {name: 'drawn', picture: reduced(await decode(blob, ROOM)), file};
    } catch {
      return {name: 'none', file};
    }
  }
}

/** True if there may be a picture the next time: the storage can be read then, or a preview is made. */
const mayCome = ({name, file}: Thumbnail): boolean =>
  file === 'unreadable' || (name === 'none' && file === 'missing');

const isSame = (before: Thumbnail | undefined, after: Thumbnail): boolean =>
  before?.file === after.file && pictureIn(before) === pictureIn(after);

const pictureIn = (thumbnail: Thumbnail): HTMLCanvasElement | undefined =>
  thumbnail.name === 'drawn' ? thumbnail.picture : undefined;

/** A decoder may return more pixels than requested. */
function reduced(picture: HTMLCanvasElement): HTMLCanvasElement {
  const scale = Math.min(ROOM.width / picture.width, ROOM.height / picture.height);
  if (scale >= 1) return picture;
  const [width, height] = [picture.width, picture.height].map((side) => Math.ceil(scale * side));
  return draw(picture, {width: width ?? 1, height: height ?? 1});
}
