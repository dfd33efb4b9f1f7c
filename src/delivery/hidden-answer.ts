import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {outOfTime} from '@sealed-capture/seal/model/errors/out-of-time.js';
import type {Probe} from '../ports/browser/probe.js';
import {unreachable} from './delivery-request.js';

const LIMIT_MS = 5_000;

/**
 * What an upload has failed with, as far as it can be found out: the server is asked by GET, and its answer tells that it is
 * there.
 *
 * After `timeout`, the server is at fault then, not the network: the error is one by {@link outOfTime}. After
 * `network_failed`, a server of another origin has answered without CORS headers, as a proxy does, which browsers hide:
 * the error is `origin_not_allowed`.
 */
export async function explained(thrown: unknown, address: URL, probe: Probe): Promise<unknown> {
  if (!(thrown instanceof SealedCaptureError)) return thrown;
  if (thrown.code === 'timeout')
    return isThere(address, probe).then((is) => (is ? late() : thrown));
  if (thrown.code !== 'network_failed') return thrown;
  // A status is an answer.
  if (thrown.status !== undefined) return thrown;
  const isOwn = address.origin === globalThis.location?.origin;
  if (isOwn || !(await isThere(address, probe))) return unreachable(thrown);
  const message = `The server’s answer cannot be read by this page (CORS): status unknown. ${address.origin} is there, but its answer has no Access-Control-Allow-Origin or two of them, it redirects OPTIONS, or it cut the connection. It and each proxy in front of it have to send that header once with every answer, also with 401, 413 and 5xx.`;
  return new SealedCaptureError('origin_not_allowed', message, {cause: thrown});
}

const isThere = ({href}: URL, probe: Probe): Promise<boolean> =>
  probe.answers(href, 'no-cors', LIMIT_MS);

const late = (): SealedCaptureError =>
  outOfTime(
    'timeout',
    'The server that takes uploads is there, but did not answer in time. It has to store the file, answer, and do afterwards what takes long.',
  );
