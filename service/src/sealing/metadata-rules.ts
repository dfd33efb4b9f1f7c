import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import {pointerTo, ProblemError} from '../http/problems.js';

/** A lone surrogate has no UTF-8, so it could not be sealed unchanged. */
const HALF_PAIR = /\p{Surrogate}/u;
const HALF_PAIR_DETAIL = 'holds half of a surrogate pair, which is no character';

/** Faults that a schema cannot express well, each with its pointer. */
function* faultsIn(value: unknown, pointer: string): Generator<[string, string]> {
  if (typeof value === 'string' && HALF_PAIR.test(value)) yield [pointer, HALF_PAIR_DETAIL];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const place = pointerTo(pointer, name);
    if (HALF_PAIR.test(name)) yield [place, HALF_PAIR_DETAIL];
    yield* faultsIn(member, place);
  }
}

/** Browsers had no camera API before: an earlier time comes from a clock that was never set. */
const EARLIEST = Date.UTC(2000, 0, 1);
/** Milliseconds that a device's clock may be ahead of the service's. */
const AHEAD_MS = 24 * 60 * 60 * 1000;

/**
 * Checks metadata that match the schema against further rules. Nothing is changed.
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
  checkText(metadata, '/metadata');
}

/**
 * Checks that every text of a value can be sealed unchanged.
 *
 * @param pointer JSON Pointer of the value in the request
 * @throws {ProblemError} 400 with the field
 */
export function checkText(value: object, pointer: string): void {
  for (const [at, detail] of faultsIn(value, pointer)) {
    throw new ProblemError(400, 'The request holds text that cannot be sealed unchanged.', {
      errors: [{pointer: at, detail}],
    });
  }
}
