import type {IncomingMessage} from 'node:http';
import {ProblemError} from '../problems.js';

/** Slowest acceptable upload in bytes per second, after {@link GRACE_MS}. */
const SLOWEST = 16 * 1024;
const GRACE_MS = 10_000;
/** Least number of bytes at first, and then within any window. */
const LEAST_PROGRESS = 16 * 1024;
const FIRST_LOOKS = 10;
const WINDOW_LOOKS = 15;
const CHECK_MS = 1_000;
/** Bodies of up to this many bytes may take as long as a request may. */
const SMALL = 64 * 1024;

/**
 * Resolves with what is read from the request's body, or rejects with 408 if the body arrives too slowly: it must
 * bring 16 KiB within the first ten seconds and within any fifteen seconds, and after ten seconds 16 KiB per second
 * on average. Otherwise a client could hold memory as long as it likes by sending a byte now and then. `reading`
 * continues after the rejection; it must use no more memory then.
 *
 * A body of up to 64 KiB, as almost all of `POST seal` are, needs little memory, so it is not limited: a phone on a
 * very slow network still gets its seal.
 *
 * @throws {ProblemError} 408; the answer closes the connection
 */
export function withinPace<T>(raw: IncomingMessage, reading: Promise<T>): Promise<T> {
  const {socket} = raw;
  const announced = raw.headers['content-length'];
  const size = announced === undefined ? undefined : Number(announced);
  if (size !== undefined && size <= SMALL) return reading;
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const before = socket.bytesRead;
    /** Bytes that had arrived at each check. */
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
    }, CHECK_MS).unref();
    void reading.then(resolve, reject).finally(() => clearInterval(timer));
  });
}

const tooSlow = () =>
  new ProblemError(408, 'The body arrives too slowly. Send it again over a better connection.', {
    headers: {connection: 'close'},
  });
