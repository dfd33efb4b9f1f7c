import {randomUUID} from 'node:crypto';
import type {DeliveryContext} from '@sealed-capture/seal/model/protection-config.js';

/** The context that the queue passes with a photo, with the values of the test. */
export const deliveryContext = (given: Partial<DeliveryContext> = {}): DeliveryContext => ({
  captureId: randomUUID(),
  mode: 'image',
  sealedAt: '2026-11-22T10:00:00.000Z',
  signal: new AbortController().signal,
  onProgress: () => undefined,
  ...given,
});

export const photo = (size = 1_000): Blob => new Blob([new Uint8Array(size)], {type: 'image/jpeg'});
