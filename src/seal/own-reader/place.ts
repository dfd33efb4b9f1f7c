/** Bytes of a file: from `start` up to, not including, `end`. */
export interface Place {
  start: number;
  end: number;
}
