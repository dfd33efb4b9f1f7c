import {readCbor} from '../checking/read-manifest.js';
import {encode, padding, Tagged} from '../encoding/cbor.js';
import {
  ALGORITHM,
  COSE_SIGN1,
  ocspAnswerIn,
  sealAlgorithms,
  signedBytes,
  stampedBytes,
  X5CHAIN,
} from '../encoding/cose-structures.js';
import {sha256} from '../node/sha256.js';
import {type Signer} from './signer.js';

const protectedHeaders = new WeakMap<readonly Uint8Array[], Uint8Array>();

function protectedHeaderOf({certificateChain, algorithm}: Signer): Uint8Array {
  let header = protectedHeaders.get(certificateChain);
  if (!header) {
    const certificates = certificateChain.length === 1 ? certificateChain[0] : certificateChain;
    header = encode(
      new Map<number, unknown>([
        [ALGORITHM, sealAlgorithms[algorithm].number],
        [X5CHAIN, certificates],
      ]),
    );
    protectedHeaders.set(certificateChain, header);
  }
  return header;
}

/** The unsigned data beside the signature. */
interface Beside {
  token: Uint8Array | undefined;
  ocspAnswer: Uint8Array | undefined;
}

function assemble(
  header: Uint8Array,
  signature: Uint8Array,
  {token, ocspAnswer}: Beside,
  growth: number,
): Uint8Array {
  const unprotected = {
    ...(token && {sigTst2: {tstTokens: [{val: token}]}}),
    ...(ocspAnswer && {rVals: {ocspVals: [ocspAnswer]}}),
    ...padding(growth),
  };
  return encode(new Tagged(COSE_SIGN1, [header, unprotected, null, signature]));
}

/** Bytes of a signature's length that are no signature. */
export const placeholderSignature = ({algorithm}: Pick<Signer, 'algorithm'>): Uint8Array =>
  new Uint8Array(sealAlgorithms[algorithm].signatureLength);

/** A signature with its time stamp, in the shortest form (COSE_Sign1, tagged). */
async function stampTightly(signature: Uint8Array, signer: Signer) {
  const header = protectedHeaderOf(signer);
  const token = await signer.timestamp?.(sha256(stampedBytes(header, signature)));
  const beside = {token, ocspAnswer: signer.ocspAnswer};
  return {beside, length: assemble(header, signature, beside, 0).length};
}

/** Bytes by which two time stamps of one authority may differ, in the lengths of signature and serial number. */
const SLACK = 24;
const sizes = new WeakMap<Signer, Promise<number>>();

/**
 * Bytes of this signer's signature with certificates, time stamp and some slack. Measured once with a real time
 * stamp, because a claim's size must be known before it is signed.
 */
export function signatureSize(signer: Signer): Promise<number> {
  if (signer.timestampSize !== undefined) {
    const beside = {
      token: new Uint8Array(signer.timestampSize),
      ocspAnswer: signer.ocspAnswer,
    };
    const header = protectedHeaderOf(signer);
    return Promise.resolve(assemble(header, placeholderSignature(signer), beside, 0).length);
  }
  let size = sizes.get(signer);
  if (!size) {
    size = stampTightly(placeholderSignature(signer), signer).then(({length}) => length + SLACK);
    sizes.set(signer, size);
    size.catch(() => sizes.delete(signer));
  }
  return size;
}

/** Signs the claim into exactly `size` bytes; undefined if the time stamp is larger than any before. */
export async function signClaim(
  claim: Uint8Array,
  signer: Signer,
  size: number,
): Promise<Uint8Array | undefined> {
  const header = protectedHeaderOf(signer);
  const signature = await signer.sign(signedBytes(header, claim));
  const {beside, length} = await stampTightly(signature, signer);
  if (length <= size) return assemble(header, signature, beside, size - length);
  sizes.set(signer, Promise.resolve(length + SLACK));
  return undefined;
}

function readSign1(sign1: Uint8Array) {
  const read = readCbor(sign1);
  const [header, unprotected, , signature] =
    read instanceof Tagged && Array.isArray(read.value) ? (read.value as unknown[]) : [];
  if (!(header instanceof Uint8Array) || !(signature instanceof Uint8Array)) {
    throw new TypeError('This is no COSE_Sign1.');
  }
  return {header, signature, ocspAnswer: ocspAnswerIn(unprotected)};
}

/** The SHA-256 that a time stamp of a finished signature covers. */
export function imprintOf(sign1: Uint8Array): Uint8Array {
  const {header, signature} = readSign1(sign1);
  return sha256(stampedBytes(header, signature));
}

/** Inserts a time stamp into the reserved room of a finished signature; undefined if it is too large. */
export function withTimestamp(sign1: Uint8Array, token: Uint8Array): Uint8Array | undefined {
  const {header, signature, ocspAnswer} = readSign1(sign1);
  const beside = {token, ocspAnswer};
  const growth = sign1.length - assemble(header, signature, beside, 0).length;
  return growth < 0 ? undefined : assemble(header, signature, beside, growth);
}
