/** Announces texts to screen readers. */
export interface Voice {
  announce(text: string): void;
}
