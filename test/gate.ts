/** A promise that the test resolves with `open`. */
export class Gate {
  open!: () => void;
  readonly passed = new Promise<void>((resolve) => (this.open = resolve));
}
