import {
  AddressError,
  nameOfAnswer,
  type AddressProblem,
} from '../../../core/inspection/address/address-rules.js';
import type {ErrorCode} from '@sealed-capture/seal/model/errors.js';
import {isRetryable} from '@sealed-capture/seal/model/errors/retryable.js';
import {InspectErrorEvent} from '../events.js';

const codes: Readonly<Record<AddressProblem, ErrorCode>> = {
  wrong: 'configuration_invalid',
  closed: 'network_failed',
  gone: 'media_unsupported',
  refused: 'network_failed',
  page: 'media_unsupported',
  large: 'too_large',
  late: 'timeout',
};

/**
 * The event for a `source` from which no file came. Its file is empty and has the name that the address ends with, without
 * the query, which may contain a secret. `address` is undefined if the source is no address.
 */
export function sourceErrorOf(thrown: unknown, address?: URL): InspectErrorEvent {
  const isExpected = thrown instanceof AddressError;
  const code = isExpected ? codes[thrown.problem] : 'internal_error';
  const fileName = address ? nameOfAnswer(address, null) : '';
  return new InspectErrorEvent({
    fileName,
    file: new File([], fileName),
    code,
    message: isExpected ? thrown.message : 'The file at the source could not be fetched.',
    retryable: isRetryable(code),
    status: isExpected ? thrown.status : undefined,
  });
}
