/**
 * Measures where the live picture ends within the part of the frame that has the outline: the outline lies on the picture,
 * and not on the black beside it.
 */
export class OutlinePlace {
  readonly #observer = new ResizeObserver(() => {
    this.#measure();
  });
  #video?: HTMLVideoElement;
  #view?: HTMLElement;

  /** Called at each rendering with an outline. `view` contains it, over the picture. */
  follow(video: HTMLVideoElement, view: HTMLElement) {
    if (video !== this.#video || view !== this.#view) {
      this.stop();
      [this.#video, this.#view] = [video, view];
      this.#observer.observe(video);
      if (view.parentElement) this.#observer.observe(view.parentElement);
    }
    this.#measure();
  }

  stop() {
    this.#observer.disconnect();
    this.#video = this.#view = undefined;
  }

  #measure() {
    const [video, view] = [this.#video, this.#view];
    const foot = view?.parentElement?.getBoundingClientRect();
    if (!video?.videoWidth || !foot) return;
    const {videoWidth, videoHeight} = video;
    const {top, bottom, width, height} = video.getBoundingClientRect();
    const scale = Math.min(width / videoWidth, height / videoHeight);
    const [beside, above] = [(width - scale * videoWidth) / 2, (height - scale * videoHeight) / 2];
    const black = {beside, above: top + above - foot.top, below: foot.bottom - bottom + above};
    for (const [name, size] of Object.entries(black)) {
      view?.style.setProperty(`--_${name}`, `${size}px`);
    }
  }
}
