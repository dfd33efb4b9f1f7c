import {setTimeout as sleep} from 'node:timers/promises';
import type {Fault} from '../../test/end-to-end/faulty-line.js';
import type {StorageAnswer} from '../../test/end-to-end/journal.js';
import type {Spoilt, StorageSpoiling} from './schedule.js';

const SILENCE_MS = 1_500;

/** How the proxy breaks a request for a seal. */
export function faultOf({spoiling, delay}: Spoilt): Fault {
  switch (spoiling) {
    case 'pass':
      return {name: 'pass', after: sleep(delay)};
    case 'status 500':
      return {name: 'status', status: 500};
    case 'status 503':
      return {name: 'status', status: 503, retryAfter: '1'};
    case 'status 429':
      return {name: 'status', status: 429, retryAfter: '1'};
    case 'silence':
      return {name: 'silence', until: sleep(SILENCE_MS)};
    case 'cut-short with length':
      return {name: 'cut-short', told: 'length'};
    case 'cut-short without length':
      return {name: 'cut-short', told: 'nothing'};
    case 'reset-before':
    case 'reset-after':
    case 'reset-within':
    case 'of-another':
    case 'garbage':
    case 'portal':
      return {name: spoiling};
  }
}

/** The answer of the page's own storage. Rejects if the connection is cut before the file is stored. */
export async function storageAnswerOf(
  captureId: string,
  {spoiling, delay}: Spoilt<StorageSpoiling>,
): Promise<StorageAnswer> {
  await sleep(delay);
  const stored = {
    status: 201,
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({location: `/files/${captureId}`}),
  };
  switch (spoiling) {
    case 'pass':
    case 'hold':
      return stored;
    case 'cut before it is stored':
      throw new Error('The connection is cut.');
    case 'cut after it is stored':
      return {...stored, isLost: true};
    case 'status 503':
    case 'status 429':
      return {status: Number(spoiling.slice(-3)), headers: {'retry-after': '1'}};
    case 'status 413':
      return {status: 413};
    case 'portal':
      return {status: 200, headers: {'content-type': 'text/html'}, body: '<p>Sign in'};
  }
}
