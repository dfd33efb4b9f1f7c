import {concat} from '../../../src/seal/encoding/bytes.js';
import {readBoxes, type ReadBox} from '../../../src/seal/encoding/jumbf-reader.js';
import {jpeg} from '../../../src/seal/containers/jpeg.js';
import {png} from '../../../src/seal/containers/png.js';
import {superboxOf} from '../../../src/seal/own-reader/boxes.js';
import {storeOf} from '../../../src/seal/own-reader/embedded-store.js';
import {box} from '../foreign-store.js';

const whole = ({type, content}: ReadBox): Uint8Array => box(type, content);
const containers = {'image/jpeg': jpeg, 'image/png': png};

/** A JUMBF superbox taken apart; the description box is `head`, with its salt. */
export interface Part {
  label: string;
  contentType: string;
  head: Uint8Array;
  /** Boxes as they stand, headers included. */
  children: Uint8Array[];
}

export function partOf(bytes: Uint8Array): Part {
  const [outer] = readBoxes(bytes);
  if (!outer) throw new RangeError('There is no box.');
  const [head, ...children] = readBoxes(outer.content).map(whole);
  if (!head) throw new RangeError('The box has no description.');
  const {label, contentType} = superboxOf(outer);
  return {label, contentType, head, children};
}

export const bytesOf = ({head, children}: Part): Uint8Array => box('jumb', head, ...children);

/** The manifests of a file, oldest first. */
export function manifestsOf(file: Uint8Array): Uint8Array[] {
  const store = storeOf(file);
  if (!store) throw new RangeError('The file has no seal.');
  return partOf(store.bytes).children;
}

/** The file with these manifests in the place of its own. */
export function withManifests(
  file: Uint8Array,
  mediaType: keyof typeof containers,
  manifests: readonly Uint8Array[],
): Uint8Array {
  const found = storeOf(file);
  const [first, last] = [found?.places[0], found?.places.at(-1)];
  if (!found || !first || !last) throw new RangeError('The file has no seal.');
  const store = bytesOf({...partOf(found.bytes), children: [...manifests]});
  const [before, after] = [file.subarray(0, first.start), file.subarray(last.end)];
  const layout = containers[mediaType].layOut(concat([before, after]), store.length);
  return concat([before, layout.frame(store), after]);
}

/** A manifest with other parts: assertions by their label, the claim and the signature by theirs. */
export function changed(
  manifest: Uint8Array,
  {
    assertions = (all) => all,
    parts = (all) => all,
  }: {
    assertions?: (all: Part[]) => Part[];
    parts?: (all: Part[]) => Part[];
  },
): Uint8Array {
  const read = partOf(manifest);
  const children = parts(read.children.map(partOf)).map((part) =>
    part.contentType === 'c2as'
      ? bytesOf({...part, children: assertions(part.children.map(partOf)).map(bytesOf)})
      : bytesOf(part),
  );
  return bytesOf({...read, children});
}
