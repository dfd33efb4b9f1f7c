import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {sealableAdditions, type Additions} from './page-values.js';

/** The value as plain data, without members that are null or undefined. */
export const plain = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, entry: unknown) => entry ?? undefined) as T;

/** Adds the page's tags and features to the metadata. Throws `configuration_invalid` if they cannot be sealed. */
export function withAdditions(metadata: CaptureMetadata, additions: Additions): CaptureMetadata {
  const refuse = (problem: string): never => {
    throw new SealedCaptureError('configuration_invalid', `${problem}.`);
  };
  const {tags, features} = sealableAdditions(additions, refuse);
  const all = {
    ...(tags && {tags: {...metadata.tags, ...tags}}),
    ...(features && {features: {...metadata.features, ...features}}),
  };
  return {...metadata, ...sealableAdditions(all, refuse)};
}
