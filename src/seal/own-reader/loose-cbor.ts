import {decode} from 'cborg';
import {MalformedManifest} from '../encoding/jumbf-reader.js';
import {type CborMap} from '../checking/read-manifest.js';

/** What a tag says about its content is not needed: a date's text is its text. */
type TagDecoders = NonNullable<NonNullable<Parameters<typeof decode>[1]>['tags']>;
const untagged: TagDecoders = new Proxy<TagDecoders>(
  {},
  {get: () => (content: () => unknown) => content()},
);

/** CBOR as any program may write it; maps as Map, tags left out. Throws {@link MalformedManifest}. */
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

/** JSON in the form that {@link looseCbor} gives. Throws {@link MalformedManifest}. */
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
