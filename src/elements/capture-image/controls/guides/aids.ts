import {html, nothing, render} from 'lit';
import type {FocusPoint} from '../../../../core/camera/track-controls.js';
import type {Countdown} from '../timer/self-timer.js';

/** What is drawn over the live picture, and is not in the photo. */
export interface AidsView {
  countdown: Countdown;
  grid: boolean;
  level: boolean;
  /** The focus point in the picture as it is shown. */
  ring?: FocusPoint;
}

/**
 * A layer directly over the live picture, below everything that the element and the page add there. It is not part of
 * the element's template, and is removed with the picture.
 */
export class Aids {
  #layer?: HTMLElement;

  /** Draws the aids over `picture`. Returns the line of the level, if there is one. */
  draw(picture: HTMLVideoElement, view: AidsView): HTMLElement | null {
    const layer = (this.#layer ??= newLayer());
    if (layer.parentNode !== picture.parentNode) picture.after(layer);
    const {videoWidth: width, videoHeight: height} = picture;
    if (width && height) layer.style.setProperty('--_ratio', String(width / height));
    const {x = 0, y = 0} = view.ring ?? {};
    layer.style.setProperty('--_x', `${100 * x}%`);
    layer.style.setProperty('--_y', `${100 * y}%`);
    render(renderAids(view), layer);
    return layer.querySelector<HTMLElement>('.level');
  }
}

function newLayer(): HTMLElement {
  const layer = document.createElement('div');
  layer.className = 'aids';
  // Hidden from screen readers, because the content is announced, or is only visual.
  layer.ariaHidden = 'true';
  return layer;
}

const renderAids = ({countdown, grid, level, ring}: AidsView) =>
  html`<div class="area">
    ${grid ? html`<div class="grid"></div>` : nothing}
    ${level ? html`<div class="level" hidden><i></i><b></b></div>` : nothing}
    ${ring ? html`<div class="ring"></div>` : nothing}
    ${countdown.name === 'counting' ? html`<b class="count">${countdown.left}</b>` : nothing}
  </div>`;
