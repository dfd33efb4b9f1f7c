import {levelOf, offLevel} from '../../../../core/camera/tilt.js';

/** The rotation of the horizon; undefined: the device lies flat, null: there is no such sensor. */
export type ReadTilt = () => number | undefined | null;

/** Rotates a line with the device, once per displayed frame, without rendering the element. */
export class Level {
  #read: ReadTilt = () => null;
  #line?: HTMLElement;
  #frame?: number;
  #drawn?: string;

  /** True if the sensor has values. */
  get isOffered(): boolean {
    return this.#read() !== null;
  }

  /** Reads the tilt from this function until the signal is aborted. */
  follow(read: ReadTilt, signal: AbortSignal) {
    this.#read = read;
    signal.addEventListener('abort', () => {
      this.#read = () => null;
      this.show();
    });
  }

  /** Rotates this line; without one, stops. */
  show(line?: HTMLElement) {
    if (line === this.#line) return;
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    this.#drawn = undefined;
    this.#line = line;
    if (line) this.#turn(line);
  }

  #turn(line: HTMLElement) {
    this.#frame = requestAnimationFrame(() => {
      this.#turn(line);
    });
    const tilt = this.#read() ?? undefined;
    const level = tilt === undefined ? undefined : levelOf(tilt);
    const angle = level ?? tilt;
    const drawn = angle?.toFixed(1) ?? '';
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    line.hidden = angle === undefined;
    if (angle === undefined) return;
    line.style.setProperty('--_tilt', `${drawn}deg`);
    line.toggleAttribute('data-level', level !== undefined);
    const number = line.querySelector('b');
    if (number) number.textContent = `${Math.round(level === undefined ? offLevel(angle) : 0)}°`;
  }
}
