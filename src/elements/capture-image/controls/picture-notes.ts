import type {PictureNotes} from '../../../core/wiring/elements/camera-choice.js';

/** Notes by track, which are read when a picture is taken. */
export type Notes = Pick<WeakMap<object, PictureNotes>, 'get' | 'set'>;

/** The part of the element that reports when pictures are taken. */
export type Taking = Pick<EventTarget, 'addEventListener'> & {readonly isCapturing: boolean};

/** Maximum time in milliseconds that a photo waits for a late part. */
const MOST_MS = 1_000;

/** Updates what is sealed with the pictures of a track. */
export function note(notes: Notes, track: object, change: PictureNotes) {
  notes.set(track, {...notes.get(track), ...change});
}

/** Notes the self-timer for the single picture that `shoot` takes. */
export function withTimer(
  notes: Notes,
  track: object,
  selfTimer: number,
  host: Taking,
  shoot: () => void,
) {
  note(notes, track, {selfTimer});
  shoot();
  const over = new AbortController();
  const forget = () => {
    over.abort();
    note(notes, track, {selfTimer: undefined});
  };
  // The notes are read at once, unless the part with the shots is still being loaded.
  if (host.isCapturing) return forget();
  host.addEventListener('capture', forget, {signal: over.signal});
  setTimeout(forget, MOST_MS);
}
