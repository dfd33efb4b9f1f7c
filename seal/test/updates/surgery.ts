import {concat} from '../../src/encoding/bytes.js';
import {readBoxes, type ReadBox} from '../../src/encoding/jumbf-reader.js';
import {jpeg} from '../../src/containers/jpeg.js';
import {png} from '../../src/containers/png.js';
import {superboxOf} from '../../src/own-reader/files/boxes.js';
import {storeOf} from '../../src/own-reader/files/embedded-store.js';
import {encode} from '../../src/encoding/cbor.js';
import {signatureSize, signClaim} from '../../src/writing/cose.js';
import {type Signer} from '../../src/writing/signer.js';
import {
  assertionLink,
  box,
  cborAssertion,
  linkTo,
  manifestLink,
  superbox,
  type Assertion,
} from '../foreign-store.js';

const whole = ({type, content}: ReadBox): Uint8Array => box(type, content);
const containers = {'image/jpeg': jpeg, 'image/png': png};

/** File types in which manifests can be replaced. */
export type Surgical = keyof typeof containers;

/** A parsed JUMBF superbox; `head` is the description box, with its salt. */
export interface Part {
  label: string;
  contentType: string;
  head: Uint8Array;
  /** Child boxes as bytes, headers included. */
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

/** The file with these manifests instead of its own. */
export function withManifests(
  file: Uint8Array,
  mediaType: Surgical,
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

/** A manifest with other parts: assertions, claim and signature, by label. */
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

/** A manifest of any type with any label, as anyone with a signer can create it. */
export async function forged(
  {
    label,
    kind = 'c2ma',
    assertions,
    redacted = [],
  }: {label: string; kind?: 'c2ma' | 'c2um'; assertions: Assertion[]; redacted?: string[]},
  signer: Signer,
): Promise<Uint8Array> {
  const claim = encode({
    instanceID: `xmp:iid:${label}`,
    claim_generator_info: {name: 'Forger'},
    signature: `self#jumbf=/c2pa/${label}/c2pa.signature`,
    created_assertions: assertions.map((one) => assertionLink(one)),
    ...(redacted.length > 0 && {redacted_assertions: redacted}),
    alg: 'sha256',
  });
  const signature = await signClaim(claim, signer, await signatureSize(signer));
  return superbox(kind, label, [
    superbox(
      'c2as',
      'c2pa.assertions',
      assertions.map((one) => one.box),
    ),
    superbox('c2cl', 'c2pa.claim.v2', [box('cbor', claim)]),
    superbox('c2cs', 'c2pa.signature', [box('cbor', signature ?? new Uint8Array(0))]),
  ]);
}

/**
 * An update manifest above a manifest, which declares these of its assertions as redacted. `activeManifest` is its link
 * to that manifest, if it is another than the usual one.
 */
export function forgedUpdate(
  {
    over,
    redacted = [],
    activeManifest = manifestLink(partOf(over).label, over),
  }: {over: Uint8Array; redacted?: string[]; activeManifest?: ReturnType<typeof linkTo>},
  signer: Signer,
): Promise<Uint8Array> {
  const {label: parent, children} = partOf(over);
  const signature = children.find((child) => partOf(child).contentType === 'c2cs');
  if (!signature) throw new RangeError('The manifest has no signature.');
  const urls = redacted.map((label) => urlOf(parent, label));
  const actions = urls.map((url) => ({
    action: 'c2pa.redacted',
    when: '2026-11-22T08:00:00Z',
    reason: 'c2pa.PII.present',
    parameters: {redacted: url},
  }));
  const ingredient = {
    'dc:format': 'image/jpeg',
    relationship: 'parentOf',
    validationResults: {activeManifest: {success: [], informational: [], failure: []}},
    activeManifest,
    claimSignature: linkTo(signature, `self#jumbf=/c2pa/${parent}/c2pa.signature`),
  };
  const assertions = [
    cborAssertion('c2pa.ingredient.v3', ingredient),
    ...(actions.length > 0
      ? [cborAssertion('c2pa.actions.v2', {actions, allActionsIncluded: true})]
      : []),
  ];
  const label = 'urn:c2pa:0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f';
  return forged({label, kind: 'c2um', assertions, redacted: urls}, signer);
}

export const urlOf = (manifest: string, assertion: string): string =>
  `self#jumbf=/c2pa/${manifest}/c2pa.assertions/${assertion}`;

/** A manifest whose box has the label of another; its claim still contains its own. */
export const labelledAs = (manifest: Uint8Array, other: Uint8Array): Uint8Array =>
  bytesOf({...partOf(manifest), head: partOf(other).head});

/** The assertions of a manifest, by label. */
export function assertionsOf(manifest: Uint8Array): Map<string, Part> {
  const store = partOf(manifest)
    .children.map(partOf)
    .find((part) => part.contentType === 'c2as');
  return new Map(store?.children.map(partOf).map((part) => [part.label, part]));
}

type Finding = [code: string, url: string];

/** An ingredient that records these findings, in these lists. */
export function recording(
  findings: readonly Finding[],
  lists: readonly ('success' | 'informational' | 'failure')[] = ['failure'],
): object {
  const statuses = findings.map(([code, url]) => ({code, url}));
  const none = {success: [], informational: [], failure: []};
  const activeManifest = {...none, ...Object.fromEntries(lists.map((list) => [list, statuses]))};
  return {relationship: 'componentOf', validationResults: {activeManifest}};
}
