import type {CaptureMetadata} from '../../model/capture-metadata.js';
import {pointerTo, ProblemError} from '../http/problems.js';

/** Half of a pair that stands alone has no UTF-8, so that it could not be sealed as it is. */
const HALF_PAIR = /\p{Surrogate}/u;
const HALF_PAIR_DETAIL = 'holds half of a surrogate pair, which is no character';

/** What a schema cannot say well: each fault, with its pointer. */
function* faultsIn(value: unknown, pointer: string): Generator<[string, string]> {
  if (typeof value === 'string' && HALF_PAIR.test(value)) yield [pointer, HALF_PAIR_DETAIL];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const place = pointerTo(pointer, name);
    if (HALF_PAIR.test(name)) yield [place, HALF_PAIR_DETAIL];
    yield* faultsIn(member, place);
  }
}

/** No browser gave pages a camera before: an earlier time comes from a clock that was never set. */
const EARLIEST = Date.UTC(2000, 0, 1);
/** How far a device's clock may be ahead of the service's. */
const AHEAD_MS = 24 * 60 * 60 * 1000;

/**
 * Holds metadata of the agreed form to what else can be sealed as it stands: nothing is changed on the way.
 * @throws {ProblemError} 400 with the field
 */
export function checkMetadataRules(metadata: CaptureMetadata, now = Date.now()): void {
  const capturedAt = metadata.capturedAt && Date.parse(metadata.capturedAt);
  if (typeof capturedAt === 'number' && !(capturedAt >= EARLIEST && capturedAt <= now + AHEAD_MS)) {
    const detail =
      "must be from 2000-01-01 to 24 hours after the service's clock; leave it out where the device's clock is wrong";
    throw new ProblemError(400, `The time of the capture ${detail}.`, {
      errors: [{pointer: '/metadata/capturedAt', detail}],
    });
  }
  for (const [pointer, detail] of faultsIn(metadata, '/metadata')) {
    throw new ProblemError(400, 'The metadata cannot be sealed as they are.', {
      errors: [{pointer, detail}],
    });
  }
}
