import {html, nothing, type TemplateResult} from 'lit';
import type {Loose} from '../metadata/loose.js';
import type {View} from '../metadata/view.js';
import {plateIn, renderPlate} from './plate-box.js';
import {isRecording} from './recording.js';

/** Pixels of the longer side; enough for the widest place on a dense screen. */
const LONGEST = 960;

/** A picture of a file, drawn small. `width` and `height` are the file's own, in pixels. */
export interface Preview {
  canvas: HTMLCanvasElement;
  width: number;
  height: number;
}

/**
 * A picture of the file as it is now, for the eye alone. Decoded by the browser and drawn small: no object URL
 * keeps the file in memory, and no `img-src` of the page has to allow one. Undefined for what is no picture here.
 */
export async function drawPreview(file: Blob): Promise<Preview | undefined> {
  let bitmap: ImageBitmap;
  try {
    if (isRecording(file)) return undefined;
    bitmap = await createImageBitmap(file);
  } catch {
    return undefined;
  }
  try {
    const {width, height} = bitmap;
    return {canvas: drawn(bitmap, Math.min(1, LONGEST / Math.max(width, height))), width, height};
  } finally {
    bitmap.close();
  }
}

/** The same picture once more, for another place in the page. */
export const copyOf = ({canvas}: Preview): HTMLCanvasElement => drawn(canvas, 1);

function drawn(picture: ImageBitmap | HTMLCanvasElement, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The picture, with the place of a licence plate drawn over it where the answer tells one. */
export function renderPreview(
  preview: Preview | undefined,
  answer: Loose,
  {localize, term}: View,
): TemplateResult {
  if (!preview)
    return html`<div class="preview panel quiet" part="preview">${term('noPreview')}</div>`;
  const plate = plateIn(answer, preview, term('notConfirmedMark'));
  const label = plate
    ? `${term('preview')}. ${localize.term('plateMarked', plate.label)}.`
    : term('preview');
  return html`<div class="preview panel" part="preview">
    <div class="photo" role="img" aria-label=${label}>
      ${preview.canvas} ${plate ? renderPlate(plate, preview) : nothing}
    </div>
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
