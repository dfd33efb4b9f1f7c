import {createHash} from 'node:crypto';
import {concat, utf8, viewOf} from '../src/encoding/bytes.js';
import {encode, Tagged} from '../src/encoding/cbor.js';
import {crc32} from '../src/containers/crc32.js';
import {
  ALGORITHM,
  COSE_SIGN1,
  sealAlgorithms,
  signedBytes,
} from '../src/encoding/cose-structures.js';
import {signatureSize, signClaim} from '../src/writing/cose.js';
import {box as parts, UUID_END} from '../src/encoding/jumbf.js';
import {type Signer} from '../src/writing/signer.js';
import {bytes, jpeg} from './sources.js';

/** Manifest stores as other programs write them, in forms that our writer does not produce. */
export const box = (type: string, ...content: Uint8Array[]): Uint8Array =>
  concat(parts(type, ...content));

interface BoxOptions {
  /** Number of salt bytes in the description box. */
  salt?: number;
}

const EMBEDDED_FILE = Uint8Array.from(Buffer.from('40cb0c32bb8a489da70b2ad6f47f4369', 'hex'));

function labelled(
  uuid: Uint8Array,
  label: string,
  children: Uint8Array[],
  {salt = 0}: BoxOptions = {},
): Uint8Array {
  const salting = salt ? [box('c2sh', new Uint8Array(salt).fill(7))] : [];
  const toggles = Uint8Array.of(salt ? 0x13 : 3);
  return box('jumb', box('jumd', uuid, toggles, utf8(`${label}\0`), ...salting), ...children);
}

export const superbox = (
  type: string,
  label: string,
  children: Uint8Array[],
  options?: BoxOptions,
): Uint8Array => labelled(concat([utf8(type), UUID_END]), label, children, options);

export interface Assertion {
  label: string;
  box: Uint8Array;
}

export const cborAssertion = (label: string, value: unknown, options?: BoxOptions): Assertion => ({
  label,
  box: superbox('cbor', label, [box('cbor', encode(value))], options),
});

export const pictureAssertion = (
  label: string,
  picture: Uint8Array = jpeg,
  mediaType = 'image/jpeg',
): Assertion => ({
  label,
  box: labelled(EMBEDDED_FILE, label, [
    box('bfdb', Uint8Array.of(0), utf8(`${mediaType}\0`)),
    box('bidb', picture),
  ]),
});

export type HashName = 'sha256' | 'sha384' | 'sha512';

/** A hashed URI to a box. */
export const linkTo = (target: Uint8Array, url: string, alg: HashName = 'sha256') => ({
  url,
  alg,
  hash: new Uint8Array(createHash(alg).update(target.subarray(8)).digest()),
});

export const assertionLink = ({label, box: target}: Assertion, alg?: HashName, manifest?: string) =>
  linkTo(
    target,
    `self#jumbf=${manifest === undefined ? '' : `/c2pa/${manifest}/`}c2pa.assertions/${label}`,
    alg,
  );

export const manifestLink = (label: string, target: Uint8Array, alg?: HashName) =>
  linkTo(target, `self#jumbf=/c2pa/${label}`, alg);

export interface Draft {
  label: string;
  assertions: Assertion[];
  /** Assertions in the store that are not in the claim. */
  unnamed?: Assertion[];
  version?: 1 | 2;
  /** How often the claim lists each assertion. */
  repeats?: number;
  hashes?: HashName;
  /** Whether URLs contain the manifest's label. */
  isAbsolute?: boolean;
  /** Headers of the signature that replace ours; the algorithm is added. */
  headers?: {signed: [unknown, unknown][]; unsigned: [unknown, unknown][]};
}

async function signedUnder(
  {signed, unsigned}: NonNullable<Draft['headers']>,
  claim: Uint8Array,
  signer: Signer,
): Promise<Uint8Array> {
  const header = encode(
    new Map([[ALGORITHM, sealAlgorithms[signer.algorithm].number], ...signed] as [
      unknown,
      unknown,
    ][]),
  );
  const value = await signer.sign(signedBytes(header, claim));
  return encode(new Tagged(COSE_SIGN1, [header, new Map(unsigned), null, value]));
}

export async function manifest(draft: Draft, signer: Signer): Promise<Uint8Array> {
  const {
    label,
    assertions,
    unnamed = [],
    version = 2,
    hashes,
    isAbsolute = false,
    repeats = 1,
    headers,
  } = draft;
  const links = assertions.flatMap((one) => {
    const link = assertionLink(one, hashes, isAbsolute ? label : undefined);
    return Array.from({length: repeats}, () => link);
  });
  const claim = encode({
    ...(version === 1
      ? {claim_generator: 'Old Camera/1.0', assertions: links}
      : {
          claim_generator_info: {name: 'New Camera', version: '2.0'},
          created_assertions: links.slice(0, 1),
          gathered_assertions: links.slice(1),
        }),
    instanceID: `xmp:iid:${label}`,
    signature: `self#jumbf=/c2pa/${label}/c2pa.signature`,
    alg: hashes ?? 'sha256',
  });
  const signature = headers
    ? await signedUnder(headers, claim, signer)
    : await signClaim(claim, signer, await signatureSize(signer));
  return superbox('c2ma', label, [
    superbox(
      'c2as',
      'c2pa.assertions',
      [...assertions, ...unnamed].map((one) => one.box),
    ),
    superbox('c2cl', version === 1 ? 'c2pa.claim' : 'c2pa.claim.v2', [box('cbor', claim)]),
    superbox('c2cs', 'c2pa.signature', [box('cbor', signature ?? new Uint8Array(0))]),
  ]);
}

export const store = (...manifests: Uint8Array[]): Uint8Array =>
  superbox('c2pa', 'c2pa', manifests);

const uint32 = (value: number) => {
  const four = new Uint8Array(4);
  viewOf(four).setUint32(0, value);
  return four;
};
const littleUint32 = (value: number) => uint32(value).reverse();

/** A PNG without a picture, with these stores in caBX chunks. */
export function inPng(...stores: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, content: Uint8Array) => {
    const body = bytes(type, content);
    return bytes(uint32(content.length), body, uint32(crc32(body)));
  };
  return Uint8Array.from(
    bytes(
      '\x89PNG\r\n\x1a\n',
      chunk('IHDR', new Uint8Array(13)),
      ...stores.map((one) => chunk('caBX', one)),
      chunk('IEND', new Uint8Array(0)),
    ),
  );
}

/** A WAV with one or two samples before the seal. */
export function inWav(seal: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, content: Uint8Array) =>
    bytes(type, littleUint32(content.length), content, new Uint8Array(content.length % 2));
  const chunks = bytes(
    chunk('fmt ', new Uint8Array(16)),
    chunk('data', new Uint8Array(5)),
    chunk('C2PA', seal),
  );
  return Uint8Array.from(bytes('RIFF', littleUint32(4 + chunks.length), 'WAVE', chunks));
}

const C2PA_BOX = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');

/** An ISO base media file. The size of the seal's box is stored in 32 bits, in 64 bits, or as "to the end". */
export function inBmff(
  seal: Uint8Array,
  brand: string,
  size: 'small' | 'large' | 'to the end' = 'small',
  purpose = 'manifest',
): Uint8Array<ArrayBuffer> {
  const content = bytes(C2PA_BOX, uint32(0), `${purpose}\0`, new Uint8Array(8), seal);
  const media = box('mdat', new Uint8Array(9));
  const sealBox =
    size === 'large'
      ? bytes(uint32(1), 'uuid', uint32(0), uint32(16 + content.length), content)
      : bytes(uint32(size === 'small' ? 8 + content.length : 0), 'uuid', content);
  const order = size === 'to the end' ? [media, sealBox] : [sealBox, media];
  return Uint8Array.from(bytes(box('ftyp', utf8(brand), uint32(0)), ...order));
}

/** A valid file that is expensive to read: its seal binds this many parts of the file. */
export async function fileOfManyHashes(count: number, signer: Signer): Promise<Uint8Array> {
  const action = {
    action: 'c2pa.created',
    digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
  };
  const boxes = Array.from({length: count}, (_, i) => ({
    names: [`A${i}`],
    hash: new Uint8Array(8),
    pad: new Uint8Array(0),
  }));
  const assertions = [
    cborAssertion('c2pa.actions.v2', {actions: [action]}),
    cborAssertion('c2pa.hash.boxes', {alg: 'sha256', boxes}),
  ];
  return inPng(store(await manifest({label: 'urn:c2pa:hostile', assertions}, signer)));
}
