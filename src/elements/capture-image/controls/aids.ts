import {html, nothing, render} from 'lit';
import type {Countdown} from './self-timer.js';

/** What is drawn over the live picture, and is not in the photo. */
export interface AidsView {
  countdown: Countdown;
  grid: boolean;
  level: boolean;
}

/**
 * A layer right over the live picture, under all that the element and the page put there. It is no part of the element's own
 * template, which knows nothing of it; it goes with the picture.
 */
export class Aids {
  #layer?: HTMLElement;

  /** Draws them over `picture`; returns the line of the level, where there is one. */
  draw(picture: HTMLVideoElement, view: AidsView): HTMLElement | null {
    const layer = (this.#layer ??= newLayer());
    if (layer.previousSibling !== picture) picture.after(layer);
    const {videoWidth: width, videoHeight: height} = picture;
    if (width && height) layer.style.setProperty('--_ratio', String(width / height));
    render(renderAids(view), layer);
    return layer.querySelector<HTMLElement>('.level');
  }
}

function newLayer(): HTMLElement {
  const layer = document.createElement('div');
  layer.className = 'aids';
  // What they show is said, or is there for the eye alone.
  layer.ariaHidden = 'true';
  return layer;
}

const renderAids = ({countdown, grid, level}: AidsView) =>
  html`<div class="area">
    ${grid ? html`<div class="grid"></div>` : nothing}
    ${level ? html`<div class="level" hidden><i></i><b></b></div>` : nothing}
    ${countdown.name === 'counting' ? html`<b class="count">${countdown.left}</b>` : nothing}
  </div>`;
