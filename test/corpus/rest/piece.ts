/** A piece of a file that does not belong to its manifest store. */
export interface Piece {
  /** Where it is, for reports. */
  name: string;
  bytes: Uint8Array;
  /** True for what is left of a container that holds nothing beside the store. */
  isEmpty?: boolean;
}
