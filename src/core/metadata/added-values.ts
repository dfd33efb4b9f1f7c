import type {CaptureMetadata, Tags} from '@sealed-capture/seal/model/capture-metadata.js';
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

/** The metadata with these tags, and without those that are undefined. Throws `configuration_invalid` like {@link withAdditions}. */
export function withTags(
  metadata: CaptureMetadata,
  tags: Readonly<Record<string, string | undefined>>,
): CaptureMetadata {
  const next = withAdditions(metadata, {tags: plain(tags) as Tags});
  const isRemoved = (name: string): boolean => name in tags && tags[name] === undefined;
  const kept = Object.entries(next.tags ?? {}).filter(([name]) => !isRemoved(name));
  return plain({...next, tags: kept.length > 0 ? Object.fromEntries(kept) : undefined});
}
