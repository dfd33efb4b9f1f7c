/** What a file shows about the place in which its container holds a manifest store (C2PA 2.4, appendix A). */
export interface SealPlace {
  /** False if the file ends or is damaged before the end of that place, so that a store may be missing. */
  isWhole: boolean;
  /** True if a store is there, or marks of one, even if it cannot be read. */
  isTaken: boolean;
}
