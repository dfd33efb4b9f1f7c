import type {CaptureSummary} from '../../core/queue/queue-client.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import {standingOf} from '../capture/seal-state.js';
import type {Localize} from '../strings/localize.js';
import type {Standing} from '../strings/states.js';

/** Whether the form may be sent, or the reason why not, as a sentence. */
export type FormState =
  | {name: 'ready'; message: ''}
  /** The page's own reason. */
  | {name: 'custom'; message: string}
  /** There is no capture. */
  | {name: 'missing'; message: string}
  /** A recording is being made. */
  | {name: 'recording'; message: string}
  /** Captures have no file for the form yet; `isStuck`: for longer than a moment. */
  | {name: 'unsealed'; message: string; isStuck: boolean};

/** Why so many captures have no file yet, as a sentence; undefined if the code that knows the words is not loaded. */
export type Explain = (standing: Stuck, count: number) => string | undefined;

/** The element's public properties that the state depends on. */
interface Control {
  readonly mode: Mode;
  readonly name: string;
  readonly required: boolean;
  readonly protections: readonly CaptureSummary[];
}

/** What else the state depends on. */
interface Circumstances {
  readonly isDisabled: boolean;
  readonly isRecording: boolean;
  /** The page's own reason; empty for none. */
  readonly reason: string;
}

/** The first of these states that any capture has is reported; otherwise, that they are being sealed. */
const stuck = [
  'failed',
  'awaits-plate',
  'misconfigured',
  'held',
  'waiting',
  'unanswered',
  'delayed',
] as const satisfies readonly Standing[];

export type Stuck = (typeof stuck)[number];

/** `missing`: ids of the captures that have no file yet. */
export function formState(
  {mode, name, required, protections}: Control,
  {isDisabled, isRecording, reason}: Circumstances,
  {ids, missing}: {ids: readonly string[]; missing: readonly string[]},
  say: Localize,
  explain: Explain,
): FormState {
  if (reason) return {name: 'custom', message: reason};
  if (isDisabled) return READY;
  if (name && isRecording) return {name: 'recording', message: say.term('recordStopFirst')};
  if (required && ids.length === 0)
    return {name: 'missing', message: say.term('captureMissing', mode)};
  const {length} = missing;
  if (!name || length === 0) return READY;
  const standings = protections
    .filter(({captureId}) => missing.includes(captureId))
    .map(({progress}) => standingOf(progress));
  const standing = stuck.find((one) => standings.includes(one));
  const message =
    (standing && explain(standing, length)) ?? say.term('captureUnsealed', length, mode);
  return {name: 'unsealed', message, isStuck: !!standing};
}

const READY: FormState = {name: 'ready', message: ''};
