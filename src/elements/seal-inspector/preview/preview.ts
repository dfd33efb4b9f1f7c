import {html, nothing, type TemplateResult} from 'lit';
import {exclamationIcon} from '../../icons.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {mediaTypeOf} from '@sealed-capture/seal/model/readable-media.js';
import {nameOf} from '../intake/file-name.js';
import type {View} from '../../metadata/view.js';
import {stateOf} from '../verdict/answer.js';
import {plateIn, renderPlate} from './plate-box.js';

/** Longer side in pixels; enough for the widest place on a dense screen. */
const LONGEST = 960;

/** A reduced picture of a file. `width` and `height` are the file's own, in pixels. */
export interface Preview {
  canvas: HTMLCanvasElement;
  width: number;
  height: number;
}

/**
 * Draws reduced pictures of files, hidden from screen readers. The browser decodes the file and draws it small, so
 * no object URL keeps it in memory, and the page's `img-src` need not allow one. Each is decoded in full, because
 * nothing else tells its size, in whose pixels a plate's position is given; therefore one after the other.
 */
export class FilePreviews {
  readonly #decode: (file: Blob) => Promise<ImageBitmap>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(decode = (file: Blob) => createImageBitmap(file)) {
    this.#decode = decode;
  }

  /**
   * Draws a file; undefined if it is not a picture, or was aborted. `longest` is called when it starts, and returns
   * the longer side in pixels.
   */
  draw(file: Blob, signal?: AbortSignal, longest = () => LONGEST): Promise<Preview | undefined> {
    const drawn = this.#last.then(() => this.#drawn(file, signal, longest));
    this.#last = drawn;
    return drawn;
  }

  async #drawn(file: Blob, signal: AbortSignal | undefined, longest: () => number) {
    if (signal?.aborted || !isPicture(file)) return undefined;
    let bitmap: ImageBitmap;
    try {
      bitmap = await this.#decode(file);
    } catch {
      return undefined;
    }
    try {
      if (signal?.aborted) return undefined;
      const {width, height} = bitmap;
      const scale = Math.min(1, longest() / Math.max(width, height));
      return {canvas: drawn(bitmap, scale), width, height};
    } finally {
      bitmap.close();
    }
  }
}

/** Shared by all inspectors in the page. */
const previews = new FilePreviews();
export const drawPreview = (...asked: Parameters<FilePreviews['draw']>) => previews.draw(...asked);

function drawn(picture: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The mark beside media whose seal is invalid. */
export const renderDoubt = (
  words: 'unconfirmed' | 'unconfirmedPicture',
  answer: Loose,
  {term}: Pick<View, 'term'>,
) =>
  stateOf(answer) === 'valid'
    ? nothing
    : html`<p class="quiet doubt">${exclamationIcon()} ${term(words)}</p>`;

/** The picture, with the license plate marked if the result has one. */
export function renderPreview(
  preview: Preview,
  answer: Loose,
  {localize, term}: View,
): TemplateResult {
  const plate = plateIn(answer, preview, term('notConfirmedMark'));
  const label = plate ? localize.term('plateMarked', plate.label) : term('preview');
  return html`<div class="preview panel" part="preview">
    <div class="photo opens" role="img" aria-label=${label}>
      ${preview.canvas} ${plate ? renderPlate(plate, preview) : nothing}
    </div>
    ${renderDoubt('unconfirmedPicture', answer, {term})}
    ${
      plate
        ? html`<label class="switch"
            ><input type="checkbox" checked @change=${togglePlate} /> ${term('plateShown')}</label
          >`
        : nothing
    }
  </div>`;
}

function togglePlate({currentTarget}: Event) {
  const {checked, parentElement} = currentTarget as HTMLInputElement;
  parentElement?.parentElement?.querySelector('.plate')?.toggleAttribute('hidden', !checked);
}

const typeOf = (file: Blob): string => mediaTypeOf(file.type, nameOf(file));

/** True for recordings, by the file's type or name. */
export const isRecording = (file: Blob): boolean => typeOf(file).startsWith('audio/');

export const isFilm = (file: Blob): boolean => typeOf(file).startsWith('video/');

/** Largest file that is decoded as a picture: a browser would hold all of it. */
const LARGEST_PICTURE = 256 * 1024 * 1024;

/** True for pictures, and for a Blob of an unknown type. */
export const isPicture = (file: Blob): boolean =>
  file.size <= LARGEST_PICTURE && /^(image\/.*)?$/.test(typeOf(file) || file.type);

/** The kind of a file as people know it from its name, such as "PDF"; empty if neither name nor type tells it. */
export const kindOf = (file: Blob): string => {
  const [, extension] = /\.(\w{1,5})$/.exec(nameOf(file)) ?? [];
  const [, subtype = ''] = typeOf(file).split('/');
  return (extension ?? subtype.replace(/^(x-)?(adobe-)?|\+xml$/g, '')).toUpperCase();
};

/** What stands in place of a preview where there is none: the kind of the file. */
export const renderNoPreview = (file: Blob, {term}: Pick<View, 'term'>): TemplateResult =>
  html`<div class="preview panel quiet" part="preview">
    <p class="kind">
      <b><bdi>${kindOf(file)}</bdi></b> ${term('noPreview')}
    </p>
  </div>`;
