import type {SetClosing} from '../seal/sealed-set.js';

/** The set that a capture, or a closing record, is part of. All but the job's name is given when it is stored. */
export interface JobSet {
  /** The page's own name for the job. */
  job: string;
  /** UUID of the set on this device. */
  id?: string;
  /** Which capture of the set it is on this device, from 1. `Infinity` for a closing record, which comes last. */
  index?: number;
  /** SHA-256 in Base64 of the file that was captured before it in the set, if that is known. */
  previous?: string;
  /** The page's list of shots; only closing records have it. They say what the newest of them says of the shots. */
  closing?: SetClosing['shots'];
  /** Only closing records: the highest number of a capture of the set when it was stored. */
  last?: number;
  /** Only closing records: which one of the set it is, from 1. */
  nth?: number;
}

/** True if it has its place in its set. A closing record may name its set before. */
export const isPlaced = ({set}: {set?: JobSet}): boolean => set?.index !== undefined;

/** True for the closing record of a set, which is no capture of a person. */
export const isClosing = ({set}: {set?: JobSet}): boolean => !!set?.closing;
