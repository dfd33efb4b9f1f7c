/** A piece of a file that does not belong to its manifest store. */
export interface Piece {
  /** Where it is, for reports. */
  name: string;
  bytes: Uint8Array;
  /** True for what is beside the store in a container that may have been added for it alone. */
  isWithStoreAlone?: boolean;
}
