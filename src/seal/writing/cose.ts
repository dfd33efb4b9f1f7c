import {encode, padding, Tagged} from '../encoding/cbor.js';
import {
  ALGORITHM,
  COSE_SIGN1,
  ES256,
  signedBytes,
  stampedBytes,
  X5CHAIN,
} from '../encoding/cose-structures.js';
import {sha256} from '../node/sha256.js';
import {type Signer} from './signer.js';

const EMPTY = new Uint8Array(0);

const protectedHeaders = new WeakMap<readonly Uint8Array[], Uint8Array>();

function protectedHeaderOf({certificateChain}: Signer): Uint8Array {
  let header = protectedHeaders.get(certificateChain);
  if (!header) {
    const certificates = certificateChain.length === 1 ? certificateChain[0] : certificateChain;
    header = encode(
      new Map<number, unknown>([
        [ALGORITHM, ES256],
        [X5CHAIN, certificates],
      ]),
    );
    protectedHeaders.set(certificateChain, header);
  }
  return header;
}

function assemble(
  signer: Signer,
  signature: Uint8Array,
  token: Uint8Array | undefined,
  growth: number,
): Uint8Array {
  const unprotected = {
    ...(token && {sigTst2: {tstTokens: [{val: token}]}}),
    ...padding(growth),
  };
  return encode(new Tagged(COSE_SIGN1, [protectedHeaderOf(signer), unprotected, null, signature]));
}

/** A signature over the claim with its time stamp, as small as it comes (COSE_Sign1, tagged). */
async function signTightly(claim: Uint8Array, signer: Signer) {
  const header = protectedHeaderOf(signer);
  const signature = await signer.sign(signedBytes(header, claim));
  const token = await signer.timestamp?.(sha256(stampedBytes(header, signature)));
  return {signature, token, length: assemble(signer, signature, token, 0).length};
}

/** Time stamps of one authority differ by the bytes of their signature and serial number. */
const SLACK = 24;
const sizes = new WeakMap<Signer, Promise<number>>();

/**
 * How many bytes a signature of this signer takes with certificates, time stamp and some slack.
 * Measured once by signing, as a claim's size must be known before it is signed.
 */
export function signatureSize(signer: Signer): Promise<number> {
  let size = sizes.get(signer);
  if (!size) {
    size = signTightly(EMPTY, signer).then(({length}) => length + SLACK);
    sizes.set(signer, size);
    size.catch(() => sizes.delete(signer));
  }
  return size;
}

/** Signs the claim into exactly `size` bytes; undefined where the time stamp came out larger than ever before. */
export async function signClaim(
  claim: Uint8Array,
  signer: Signer,
  size: number,
): Promise<Uint8Array | undefined> {
  const {signature, token, length} = await signTightly(claim, signer);
  if (length <= size) return assemble(signer, signature, token, size - length);
  sizes.set(signer, Promise.resolve(length + SLACK));
  return undefined;
}
