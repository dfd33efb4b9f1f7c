import type {CaptureProgress} from '../../../src/core/queue/queue-client.js';
import {errorCodes, type ErrorCode} from '@sealed-capture/seal/model/errors.js';

const failure = (code: ErrorCode, retryable: boolean) => ({
  code,
  message: 'For developers.',
  status: 403,
  retryable,
});
const sealedAt = '2026-11-20T15:04:00Z';
const willRetryAt = '2026-11-20T15:05:00Z';

/** A sealed file for each reason for which a server does not take it, while it is sent again by itself. */
const notUploaded = (
  ['service_unavailable', 'too_large', 'response_invalid', 'origin_not_allowed'] as const
).map((code): CaptureProgress => ({
  name: 'delivering',
  sealedAt,
  failure: failure(code, true),
  willRetryAt,
  isReported: true,
}));

/** A capture in each of its states. */
export const progresses: readonly CaptureProgress[] = [
  {name: 'held'},
  {name: 'held', awaits: 'license-plate'},
  {name: 'sealing'},
  {name: 'waiting'},
  {name: 'waiting', failure: failure('network_failed', true), willRetryAt},
  {name: 'waiting', failure: failure('service_unreachable', true), willRetryAt},
  {name: 'waiting', failure: failure('service_unavailable', true), willRetryAt},
  {name: 'waiting', failure: failure('configuration_invalid', false)},
  {name: 'waiting', failure: failure('credentials_missing', false)},
  {name: 'waiting', failure: failure('worker_unavailable', false)},
  {name: 'sealed', sealedAt},
  {name: 'delivering', sealedAt, sent: 300, total: 1000},
  {name: 'delivering', sealedAt, failure: failure('delivery_failed', true), willRetryAt},
  {name: 'delivering', sealedAt, failure: failure('delivery_failed', false)},
  ...notUploaded,
  {name: 'delivered', sealedAt, deliveredAt: sealedAt, uploaded: true, keptUntil: willRetryAt},
  {name: 'failed', failure: failure('unauthorized', false)},
];

/** What pages, devices and people give: no term. The words are easy to find in a picture. */
export const given = {
  plate: 'M AB 1284',
  camera: 'Rückkamera',
  otherCamera: 'Vorderkamera',
  microphones: ['Einbaumikrofon', 'Kopfhörer'],
  model: 'Pixel 9',
  os: 'Android',
  browser: 'Chrome',
  tag: 'akte',
  name: 'Hafenamt Süd',
  hint: '3 m',
  shots: ['Motorhaube', 'Kennzeichen', 'Tachometer', 'Seitenspiegel'],
  product: 'Hafenkamera',
  maker: 'Hafenamt',
  apps: ['Instagram', 'LINE'],
} as const;

/** A failure with each code. */
export const failures = errorCodes.map((code): CaptureProgress => ({
  name: 'failed',
  failure: failure(code, false),
}));
