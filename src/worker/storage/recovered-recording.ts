import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {readFrame} from '@sealed-capture/seal/containers/mpeg-frame.js';
import {infoFrameFor, isWholeFrames} from '../../ports/audio/mp3/info-frame.js';
import type {RecordedPart} from '../../ports/audio/recorder.js';
import type {CompleteRecording} from '../../ports/captures/recording-store.js';
import type {KeptRecording} from './recording-database.js';

/** The parts up to the first gap, or the first part without sound: a page's own encoder may produce such. */
function unbroken(parts: readonly RecordedPart[]): RecordedPart[] {
  const known = new Map(parts.map((part) => [part.index, part]));
  const whole: RecordedPart[] = [];
  for (let part = known.get(1); part; part = known.get(part.index + 1)) {
    if (!isWholeFrames(new Uint8Array(part.bytes))) break;
    whole.push(part);
  }
  return whole;
}

/**
 * The capture made of an interrupted recording: the sound up to its first missing or broken part, due `now` unless
 * it is held. Undefined if nothing was stored.
 */
export function recoveredRecording(
  {job, parts}: KeptRecording,
  now: number,
): {job: Job; recording: CompleteRecording} | undefined {
  const kept = unbroken(parts);
  const last = kept.at(-1);
  if (!last) return undefined;
  const sound = kept.map(({bytes}) => bytes);
  const infoFrame = infoFrameFor(
    sound.map((bytes) => new Uint8Array(bytes)),
    last.samples,
  );
  const duration = last.samples / readFrame(infoFrame, 0)!.sampleRate;
  const state = job.state.name === 'waiting' ? {...job.state, dueAt: now} : job.state;
  return {
    job: {...job, duration, state, recovered: true},
    recording: {
      infoFrame: infoFrame.buffer,
      parts: kept.length,
      blob: new Blob([infoFrame, ...sound], {type: job.mediaType}),
    },
  };
}
