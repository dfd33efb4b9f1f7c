import type {IncomingMessage} from 'node:http';
import {ProblemError} from './problems.js';

/** Slowest acceptable upload, bytes per second, once {@link GRACE_MS} have passed. */
const SLOWEST = 16 * 1024;
const GRACE_MS = 10_000;
/** Least that a body brings at first, and then within any window: bytes, and looks. */
const LEAST_PROGRESS = 16 * 1024;
const FIRST_LOOKS = 10;
const WINDOW_LOOKS = 15;
const LOOK_MS = 1_000;
/** Bodies of up to so many bytes may take all the time that a request may. */
const SMALL = 64 * 1024;

/**
 * What is read from the request's body, or 408 where the body arrives too slowly. It brings at least 16 KiB within the
 * first ten seconds and within any fifteen, and on average 16 KiB per second after ten. A client that sends a byte now
 * and then would otherwise hold a share of the memory as long as it likes. What reads goes on; it must take no more
 * memory once this has rejected.
 *
 * A body of up to 64 KiB, as almost all of `POST seal` are, holds next to nothing: a phone whose network brings a few
 * hundred bytes per second still gets its seal.
 *
 * @throws {ProblemError} 408; the answer ends the connection
 */
export function withinPace<T>(raw: IncomingMessage, reading: Promise<T>): Promise<T> {
  const {socket} = raw;
  const announced = raw.headers['content-length'];
  const size = announced === undefined ? undefined : Number(announced);
  if (size !== undefined && size <= SMALL) return reading;
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const before = socket.bytesRead;
    /** What had arrived each time that this looked. */
    const samples = [before];
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer);
      const {bytesRead} = socket;
      samples.push(bytesRead);
      const received = bytesRead - before;
      const windowStart = samples.length > WINDOW_LOOKS ? samples.shift() : undefined;
      if ((size ?? received) <= SMALL) return;
      const isStalled =
        (samples.length > FIRST_LOOKS && received < LEAST_PROGRESS) ||
        (windowStart !== undefined && bytesRead - windowStart < LEAST_PROGRESS);
      const elapsed = performance.now() - start;
      const isSlow = elapsed > GRACE_MS && received < (SLOWEST * elapsed) / 1000;
      if (!isStalled && !isSlow) return;
      clearInterval(timer);
      reject(tooSlow());
    }, LOOK_MS).unref();
    void reading.then(resolve, reject).finally(() => clearInterval(timer));
  });
}

const tooSlow = () =>
  new ProblemError(408, 'The body arrives too slowly.', {headers: {connection: 'close'}});
