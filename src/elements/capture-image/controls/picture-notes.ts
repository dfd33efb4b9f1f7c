import type {PictureNotes} from '../../../core/wiring/elements/camera-choice.js';

/** Where notes are looked for when a picture is taken, by track. */
export type Notes = Pick<WeakMap<object, PictureNotes>, 'get' | 'set'>;

/** The element, as far as it tells of its pictures. */
export type Taking = Pick<EventTarget, 'addEventListener'> & {readonly isCapturing: boolean};

/** A photo waits no longer than this for what it needs. */
const MOST_MS = 1_000;

/** Keeps what is sealed with the pictures of a track up to date. */
export function note(notes: Notes, track: object, change: PictureNotes) {
  notes.set(track, {...notes.get(track), ...change});
}

/** Notes the self-timer with the one picture that `shoot` takes. */
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
  // What is sealed is read at once, unless the part that leads through the shots is still on its way.
  if (host.isCapturing) return forget();
  host.addEventListener('capture', forget, {signal: over.signal});
  setTimeout(forget, MOST_MS);
}
