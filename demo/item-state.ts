import type {CaptureProgress} from 'sealed-capture/core';
import {say} from './texts.js';

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

const underway = (words: string): ItemState => ({look: 'underway', words});

export const uploadedState = (): ItemState => ({look: 'done', words: say('uploaded')});

export function stateOf(progress: CaptureProgress): ItemState {
  switch (progress.name) {
    case 'held':
      return underway(say('notSealed'));
    case 'sealing':
      return underway(say('sealing'));
    case 'waiting': {
      const code = progress.failure?.code;
      if (!navigator.onLine || code === 'network_failed') return underway(say('waitingForNetwork'));
      if (!code) return underway(say('sealing'));
      if (UNREACHED.includes(code)) return underway(say('waitingForService'));
      return underway(`${say('notSealed')} ${progress.failure?.message}`);
    }
    case 'failed': {
      const {message, retryable} = progress.failure;
      return {look: 'failed', words: `${say('notSealed')} ${message}`, mayRetry: retryable};
    }
    case 'delivering':
      return uploadState(progress);
    case 'sealed':
      return {look: 'done', words: say('sealed')};
    case 'delivered':
      return progress.uploaded ? uploadedState() : {look: 'done', words: say('sealed')};
  }
}

function uploadState(progress: Extract<CaptureProgress, {name: 'delivering'}>): ItemState {
  const {sent = 0, total, failure, willRetryAt} = progress;
  // A request without a network still counts as under way for a while.
  if (navigator.onLine && total) return {...underway(say('uploadingNow')), uploaded: sent / total};
  if (!navigator.onLine || !failure) return underway(say('waitingToUpload'));
  if (UNREACHED.includes(failure.code))
    return {...underway(say('waitingToUpload')), mayRetry: true};
  return willRetryAt
    ? {...underway(`${say('waitingToUpload')} ${failure.message}`), mayRetry: true}
    : {look: 'failed', words: `${say('notUploaded')} ${failure.message}`, mayRetry: true};
}
