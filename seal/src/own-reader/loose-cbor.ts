import {decode} from 'cborg';
import {MalformedManifest} from '../encoding/jumbf-reader.js';
import {type CborMap} from '../checking/read-manifest.js';

/** Tags are dropped: the text of a date is sufficient. */
type TagDecoders = NonNullable<NonNullable<Parameters<typeof decode>[1]>['tags']>;
const untagged: TagDecoders = new Proxy<TagDecoders>(
  {},
  {get: () => (content: () => unknown) => content()},
);

/** Parses CBOR of any program; maps become Map, tags are dropped. Throws {@link MalformedManifest}. */
export function looseCbor(bytes: Uint8Array): unknown {
  try {
    const value: unknown = decode(bytes, {
      useMaps: true,
      rejectDuplicateMapKeys: true,
      tags: untagged,
    });
    return value;
  } catch (cause) {
    throw new MalformedManifest('A CBOR box is damaged.', {cause});
  }
}

/** Parses JSON to the form that {@link looseCbor} returns. Throws {@link MalformedManifest}. */
export function looseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes), (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? new Map(Object.entries(value))
        : value,
    );
  } catch (cause) {
    throw new MalformedManifest('A JSON box is damaged.', {cause});
  }
}

const EMPTY: CborMap = new Map();

export const mapOf = (value: unknown): CborMap => (value instanceof Map ? value : EMPTY);
export const bytesOf = (value: unknown): Uint8Array | undefined =>
  value instanceof Uint8Array ? value : undefined;
