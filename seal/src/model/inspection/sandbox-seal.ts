import {isRecord, type Loose} from '../json/record.js';
import {stateOf} from './label-state.js';

/** True if a sandbox made the seal, which is no evidence then. A broken seal is broken, whoever made it. */
export const isSandboxSeal = (answer: Loose): boolean =>
  isRecord(answer['signature']) &&
  answer['signature']['environment'] === 'sandbox' &&
  stateOf(answer) !== 'invalid';
