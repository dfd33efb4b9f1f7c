import {html, nothing, render} from 'lit';
import type {Countdown} from './self-timer.js';

/** What is drawn over the live picture, and is not in the photo. */
export interface AidsView {
  countdown: Countdown;
}

/**
 * A layer right over the live picture, under all that the element and the page put there. It is no part of the element's own
 * template, which knows nothing of it; it goes with the picture.
 */
export class Aids {
  #layer?: HTMLElement;

  /** Draws them over `picture`. */
  draw(picture: HTMLVideoElement, view: AidsView) {
    const layer = (this.#layer ??= newLayer());
    if (layer.previousSibling !== picture) picture.after(layer);
    render(renderAids(view), layer);
  }
}

function newLayer(): HTMLElement {
  const layer = document.createElement('div');
  layer.className = 'aids';
  // What they show is said, or is there for the eye alone.
  layer.ariaHidden = 'true';
  return layer;
}

const renderAids = ({countdown}: AidsView) =>
  countdown.name === 'counting' ? html`<b class="count">${countdown.left}</b>` : nothing;
