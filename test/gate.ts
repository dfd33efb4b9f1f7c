/** Something that the test lets through when it wants to. */
export class Gate {
  open!: () => void;
  readonly passed = new Promise<void>((resolve) => (this.open = resolve));
}
