import type {StoredPreviews} from './storage/stored-previews.js';
import {storableMedia} from './storage/storable-media.js';

/** Pixels of a preview's longer side. */
const LONGEST_SIDE = 1600;
const JPEG = {type: 'image/jpeg', quality: 0.8};

/** Bytes of photos that may wait for their previews, all in memory; further ones get none. */
const MOST_WAITING = 64 * 1024 * 1024;

/** A photo that was delivered, and whose file was deleted just now. */
export interface Delivered {
  captureId: string;
  photo: ArrayBuffer;
  /** Bytes of all previews. */
  budget: number;
}

/**
 * Makes previews of delivered photos, one after the other, and begins none while a picture is being taken. Its photo is delivered by
 * then: a preview that cannot be made or stored costs nothing else, and is not reported.
 */
export class PreviewMaker {
  readonly #store: Pick<StoredPreviews, 'addPreview'>;
  /** The pictures that are being taken. */
  readonly #taking = new Set<Promise<unknown>>();
  #waiting = 0;
  #last = Promise.resolve();

  constructor(store: Pick<StoredPreviews, 'addPreview'>) {
    this.#store = store;
  }

  /** Begins no preview before this picture is taken. */
  async after<Taken>(taking: Promise<Taken>): Promise<Taken> {
    this.#taking.add(taking);
    try {
      return await taking;
    } finally {
      this.#taking.delete(taking);
    }
  }

  /** False if so many photos wait that a further one gets no preview. */
  get hasRoom(): boolean {
    return this.#waiting < MOST_WAITING;
  }

  /** Makes a preview soon, and stores it. */
  make(delivered: Delivered): void {
    const {byteLength} = delivered.photo;
    if (this.#waiting + byteLength > MOST_WAITING) return;
    this.#waiting += byteLength;
    this.#last = this.#last
      .then(() => this.#make(delivered))
      .catch(() => undefined)
      .finally(() => (this.#waiting -= byteLength));
  }

  /** Resolves once the previews that wait are made. For tests. */
  get idle(): Promise<void> {
    return this.#last;
  }

  async #make({captureId, photo, budget}: Delivered): Promise<void> {
    while (this.#taking.size > 0) await Promise.allSettled(this.#taking);
    const preview = await previewOf(photo);
    await this.#store.addPreview(captureId, await storableMedia(preview), budget);
  }
}

/** A JPEG of the whole photo with at most 1600 pixels on its longer side. Rejects where a worker cannot draw. */
async function previewOf(photo: ArrayBuffer): Promise<Blob> {
  const whole = await createImageBitmap(new Blob([photo]));
  const small = await reduced(whole);
  try {
    const {width, height} = small;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', {alpha: false});
    context?.drawImage(small, 0, 0);
    const preview = context && (await canvas.convertToBlob(JPEG));
    if (preview?.type !== JPEG.type) throw new TypeError('No JPEG came out.');
    return preview;
  } finally {
    small.close();
  }
}

/** The picture with fewer pixels, or itself. Frees what is not used any more. */
async function reduced(whole: ImageBitmap): Promise<ImageBitmap> {
  const {width, height} = whole;
  const scale = LONGEST_SIDE / Math.max(width, height);
  if (scale >= 1) return whole;
  const [resizeWidth, resizeHeight] = [width, height].map((side) =>
    Math.max(1, Math.round(scale * side)),
  );
  try {
    return await createImageBitmap(whole, {resizeWidth, resizeHeight, resizeQuality: 'medium'});
  } finally {
    whole.close();
  }
}
