import type * as browser from '../../../../core/wiring/elements/camera-aids.js';
import {Level} from './level.js';

/** The preferences of this device, and its orientation. */
export type GuideSource = Pick<typeof browser, 'recall' | 'remember' | 'watchTilt'>;

export const guides = ['grid', 'level'] as const;
export type Guide = (typeof guides)[number];

const keyOf = (guide: Guide): string => `sealed-capture-${guide}`;

/** Lines that help to hold the camera. The device remembers which of them are on. */
export class Guides {
  readonly #source: GuideSource;
  readonly #isAllowed: () => boolean;
  readonly #onChange: () => void;
  readonly #level = new Level();

  /**
   * `isAllowed`: the page has not turned the sensor off. `onChange` is called when `has` or `offers` may have changed.
   */
  constructor(source: GuideSource, isAllowed: () => boolean, onChange: () => void) {
    this.#source = source;
    this.#isAllowed = isAllowed;
    this.#onChange = onChange;
  }

  /** Follows the device's orientation until the signal is aborted. */
  follow(signal: AbortSignal) {
    this.#level.follow(this.#source.watchTilt(signal, this.#onChange), signal);
  }

  /** True if the guide can be chosen; the level only if the device reports its orientation. */
  offers(guide: Guide): boolean {
    return guide === 'grid' || (this.#level.isOffered && this.#isAllowed());
  }

  /** The guides that can be chosen, and whether each is on. */
  get offered(): ReadonlyMap<Guide, boolean> {
    return new Map(
      guides.filter((guide) => this.offers(guide)).map((guide) => [guide, this.has(guide)]),
    );
  }

  /** True if the guide is on. */
  has(guide: Guide): boolean {
    return this.#source.recall(keyOf(guide)) === 'on';
  }

  set(guide: Guide, isOn: boolean) {
    this.#source.remember(keyOf(guide), isOn ? 'on' : undefined);
    this.#onChange();
  }

  isShown(guide: Guide): boolean {
    return this.has(guide) && this.offers(guide);
  }

  /** Sets the line that was drawn for the level, if any. */
  drawn(line: HTMLElement | null) {
    this.#level.show(line ?? undefined);
  }
}
