import {list, text} from '../model/json/loose-json.js';
import {type Superbox} from '../own-reader/files/boxes.js';
import {bytesOf, mapOf} from '../own-reader/loose-cbor.js';
import {fieldsOf} from '../own-reader/manifests.js';
import {type ByteRange} from '../own-reader/byte-range.js';

/** How a claim binds its file (C2PA 2.2, section 9). */
export type FileBinding =
  /** A hash over all but some ranges, which openssl can repeat. */
  | {
      kind: 'data';
      /** Label of the assertion. */
      label: string;
      algorithm: string;
      hash: Uint8Array;
      /** The hashed ranges, in order. */
      hashed: ByteRange[];
      /** True if bytes beside the seal's own are excluded. */
      leavesOutMore: boolean;
    }
  /** A hash that depends on the format, e.g. c2pa.hash.bmff. */
  | {kind: 'other'; label: string}
  | {kind: 'none'}
  /** An update manifest has no binding; the seal below it has. */
  | {kind: 'update'}
  /** The claim names a binding that the seal does not contain. */
  | {kind: 'missing'}
  /** There are several bindings, or one that is invalid. */
  | {kind: 'damaged'};

export const HARD_BINDING = /^c2pa\.hash\.(data|bmff(\.v\d+)?|boxes|collection\.data)(__\d+)?$/;
/** More ranges than any program writes; keeps scripts short. */
export const MOST_PLACES = 1000;

function exclusionsOf(value: unknown, fileLength: number): ByteRange[] | undefined {
  const places = list(value).map((entry) => {
    const [start, length] = [mapOf(entry).get('start'), mapOf(entry).get('length')];
    const isSound =
      Number.isSafeInteger(start) && Number.isSafeInteger(length) && Number(length) >= 0;
    return isSound ? {start: Number(start), end: Number(start) + Number(length)} : undefined;
  });
  const sound = places.filter((place) => place !== undefined);
  if (sound.length < places.length || places.length > MOST_PLACES) return undefined;
  sound.sort((a, b) => a.start - b.start);
  const isApart = sound.every(
    ({start, end}, i) => start >= (sound[i - 1]?.end ?? 0) && end <= fileLength,
  );
  return isApart ? sound : undefined;
}

/** The ranges of the file outside the excluded ones. */
function around(excluded: readonly ByteRange[], fileLength: number): ByteRange[] {
  const edges = [0, ...excluded.flatMap(({start, end}) => [start, end]), fileLength];
  const places: ByteRange[] = [];
  for (let i = 0; i < edges.length; i += 2) {
    places.push({start: edges[i] ?? 0, end: edges[i + 1] ?? fileLength});
  }
  return places.filter(({start, end}) => end > start);
}

/** True if every byte of `places` is in one of `of`; both are in order and do not overlap. */
const liesWithin = (places: readonly ByteRange[], of: readonly ByteRange[]): boolean =>
  places.every(({start, end}) => {
    let at = start;
    for (const place of of) if (place.start <= at && place.end > at) at = place.end;
    return at >= end;
  });

/** Finds the binding among the claim's assertions; `seal` is where the store is. */
export function fileBinding(
  assertions: readonly {label: string; box?: Superbox}[],
  defaultAlgorithm: string,
  fileLength: number,
  seal: readonly ByteRange[],
): FileBinding {
  const [only, ...others] = assertions.filter(({label}) => HARD_BINDING.test(label));
  if (!only) return {kind: 'none'};
  if (others.length > 0) return {kind: 'damaged'};
  if (!only.box) return {kind: 'missing'};
  const [, kind] = HARD_BINDING.exec(only.label) ?? [];
  if (kind !== 'data') return {kind: 'other', label: only.label};
  const fields = fieldsOf(only.box);
  const hash = bytesOf(fields?.get('hash'));
  const excluded = exclusionsOf(fields?.get('exclusions'), fileLength);
  if (!hash || !excluded || seal.length > MOST_PLACES) return {kind: 'damaged'};
  return {
    kind: 'data',
    label: only.label,
    algorithm: text(fields?.get('alg')) ?? defaultAlgorithm,
    hash,
    hashed: around(excluded, fileLength),
    leavesOutMore: !liesWithin(excluded, seal),
  };
}
