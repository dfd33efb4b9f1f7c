import type {CaptureProgress} from 'sealed-capture/core';

/** The list's view of one capture's state. */
export interface ItemState {
  /** The style of the line. */
  look: 'underway' | 'done' | 'failed';
  words: string;
  /** Progress of the upload, from 0 to 1. */
  uploaded?: number;
  /** True if "Try again" is offered. */
  mayRetry?: boolean;
}

const UNREACHED = ['network_failed', 'service_unreachable', 'timeout'];

export const UPLOADED: ItemState = {look: 'done', words: 'Uploaded'};
const SEALING: ItemState = {look: 'underway', words: 'Sealing …'};
const SEALED: ItemState = {look: 'done', words: 'Sealed'};
const OFFLINE: ItemState = {look: 'underway', words: 'Waiting for the network …'};
const UNANSWERED: ItemState = {
  look: 'underway',
  words: 'Saved on this device, sealed when the service answers …',
};
const OFFLINE_SEALED: ItemState = {
  look: 'underway',
  words: 'Sealed, waiting to upload. It goes on once the network is back.',
};

export function stateOf(progress: CaptureProgress): ItemState {
  switch (progress.name) {
    case 'held':
      return {look: 'underway', words: 'Not sealed yet.'};
    case 'sealing':
      return SEALING;
    case 'waiting': {
      const {failure} = progress;
      if (!failure) return navigator.onLine ? SEALING : OFFLINE;
      if (failure.code === 'network_failed') return OFFLINE;
      if (UNREACHED.includes(failure.code)) return UNANSWERED;
      return {look: 'underway', words: `Not sealed yet. ${failure.message}`};
    }
    case 'failed': {
      const {message, retryable} = progress.failure;
      return {look: 'failed', words: `Not sealed. ${message}`, mayRetry: retryable};
    }
    case 'sealed':
      return SEALED;
    case 'delivering':
      return uploadState(progress);
    case 'delivered':
      return progress.uploaded ? UPLOADED : SEALED;
  }
}

function uploadState(progress: Extract<CaptureProgress, {name: 'delivering'}>): ItemState {
  const {sent = 0, total, failure, willRetryAt} = progress;
  // A request without a network still counts as under way for a while.
  if (!navigator.onLine) return OFFLINE_SEALED;
  if (total) return {look: 'underway', words: 'Uploading …', uploaded: sent / total};
  if (!failure) return {look: 'underway', words: 'Sealed, waiting to upload.'};
  if (UNREACHED.includes(failure.code)) return {...OFFLINE_SEALED, mayRetry: true};
  return willRetryAt
    ? {look: 'underway', words: `Sealed, waiting to upload. ${failure.message}`, mayRetry: true}
    : {look: 'failed', words: `Sealed, but not uploaded. ${failure.message}`, mayRetry: true};
}
