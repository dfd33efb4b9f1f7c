/** Detail of the event that a person has left the whole screen. */
export interface FillChangeDetail {
  mode: 'image';
  /** The element's `fill` from now on. */
  fill: boolean;
}

/**
 * Dispatched when a person has left the whole screen, by Escape, the browser's back button, or the button at the top.
 * Like the element's other events, it has its fields both on `detail` and on itself; it shares no code with them, because
 * it is loaded later.
 */
export class FillChangeEvent extends CustomEvent<FillChangeDetail> implements FillChangeDetail {
  readonly mode: 'image';
  readonly fill: boolean;

  constructor(detail: FillChangeDetail) {
    super('fill-change', {detail, bubbles: true, composed: true});
    this.mode = detail.mode;
    this.fill = detail.fill;
  }
}
