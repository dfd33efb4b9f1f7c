import {css} from 'lit';

export const ghostStyles = css`
  /* The same box as the live picture's, with the whole of the earlier one. */
  .ghost {
    position: absolute;
    grid-area: 1 / 1 / -1 / 2;
    inset: 0;
    opacity: var(--_opacity);
    pointer-events: none;
  }

  .ghost canvas {
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }
`;

/**
 * The picture of an earlier visit directly over the live one, below everything else that is drawn there. It is in the page
 * alone: photos are taken from the camera's track. It is not part of the element's template, and is removed with the picture.
 */
export class GhostLayer {
  #layer?: HTMLElement;

  /** `opacity` from 0 to 1. Without a picture, removes the layer. */
  draw(video: HTMLVideoElement | null, picture: HTMLCanvasElement | undefined, opacity: number) {
    if (!video || !picture) {
      this.#layer?.remove();
      this.#layer = undefined;
      return;
    }
    const layer = (this.#layer ??= newLayer());
    if (layer.previousSibling !== video) video.after(layer);
    // A person's own camera is shown mirrored.
    layer.classList.toggle('mirrored', video.classList.contains('mirrored'));
    if (layer.firstChild !== picture) layer.replaceChildren(picture);
    layer.style.setProperty('--_opacity', String(opacity));
  }
}

function newLayer(): HTMLElement {
  const layer = document.createElement('div');
  layer.className = 'ghost';
  layer.ariaHidden = 'true';
  return layer;
}
