import {
  AddressError,
  nameOfAnswer,
  type AddressProblem,
} from '../../../core/inspection/address/address-rules.js';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {FileInspection} from '../../../core/inspection/inspections.js';

const codes: Readonly<Record<AddressProblem, ErrorCode>> = {
  wrong: 'configuration_invalid',
  closed: 'network_failed',
  gone: 'media_unsupported',
  refused: 'network_failed',
  failing: 'network_failed',
  page: 'media_unsupported',
  large: 'too_large',
  late: 'timeout',
};

/**
 * The failed inspection of a `source` from which no file came. Its file is empty and has the name that the address ends
 * with, without the query, which may contain a secret. `address` is undefined if the source is no address.
 */
export function failedSource(thrown: unknown, address?: URL): FileInspection {
  const isExpected = thrown instanceof AddressError;
  const error = isExpected
    ? new SealedCaptureError(codes[thrown.problem], thrown.message, {status: thrown.status})
    : new SealedCaptureError('internal_error', 'The file at the source could not be fetched.');
  const file = new File([], address ? nameOfAnswer(address, null) : '');
  return {id: 0, file, progress: {name: 'failed', error}};
}
