/** Bytes of a file: from `start` up to, not including, `end`. */
export interface ByteRange {
  start: number;
  end: number;
}
