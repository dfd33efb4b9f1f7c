import {list} from '../../../model/json/loose-json.js';
import {readDer, sequenceOf, tags} from '../../encoding/der.js';
import {ALGORITHM, signedBytes, stampedBytes, X5CHAIN} from '../../encoding/cose-structures.js';
import {equalBytes} from '../../encoding/bytes.js';
import {encode} from '../../encoding/cbor.js';
import {bytesOf, looseCbor, mapOf} from '../loose-cbor.js';
import {type StoredManifest} from '../manifests.js';

export interface TimestampToken {
  /** DER of the TimeStampToken (RFC 3161). */
  token: Uint8Array;
  /** What its imprint is of. */
  stamped: Uint8Array;
}

/** A manifest's COSE_Sign1 taken apart (C2PA 2.2, section 13.2). */
export interface ClaimSignature {
  /** COSE algorithm, e.g. -7. */
  algorithm: unknown;
  /** DER, leaf first. Empty where there is no chain, and where there are several. */
  certificates: Uint8Array[];
  /** True where the signature covers the chain, so that nobody but the signer can have put it there. */
  isChainSigned: boolean;
  /** What was signed: the Sig_structure (RFC 9052, section 4.4). */
  signed: Uint8Array;
  /** As COSE has it; of ECDSA in IEEE P1363 form. */
  value: Uint8Array;
  timestamp?: TimestampToken;
}

const LONGEST_CHAIN = 16;

type Header = ReadonlyMap<unknown, unknown>;

/** An answer of an authority holds the token behind its status; newer seals hold the token alone. */
function tokenIn(der: Uint8Array): Uint8Array | undefined {
  try {
    const [outer] = readDer(der);
    const [first, second] = sequenceOf(outer);
    return first?.tag === tags.sequence ? second?.whole : outer?.whole;
  } catch {
    return undefined;
  }
}

function timestampOf(
  unprotected: Header,
  stampedBy: Record<'sigTst2' | 'sigTst', () => Uint8Array>,
): TimestampToken | undefined {
  for (const name of ['sigTst2', 'sigTst'] as const) {
    const [first] = list(mapOf(unprotected.get(name)).get('tstTokens'));
    const value = bytesOf(mapOf(first).get('val'));
    const token = value && tokenIn(value);
    if (token) return {token, stamped: stampedBy[name]()};
  }
  return undefined;
}

/**
 * Where the engine looks: in the protected header, or else in the unprotected one under the name that claims of
 * version 1 have it by. Where there are several, anybody may have put one of them there, and none counts.
 */
function chainOf(
  fields: Header,
  unprotected: Header,
): Pick<ClaimSignature, 'certificates' | 'isChainSigned'> {
  const chainsIn = (header: Header): unknown[] =>
    [header.get(X5CHAIN), header.get('x5chain')].filter((chain) => chain !== undefined);
  const signed = chainsIn(fields);
  const isChainSigned = signed.length > 0;
  const isOnly = signed.length + chainsIn(unprotected).length === 1;
  const chain = isChainSigned ? signed[0] : unprotected.get('x5chain');
  const found = (Array.isArray(chain) ? chain : [chain]).filter((der) => der instanceof Uint8Array);
  return {certificates: isOnly ? found.slice(0, LONGEST_CHAIN) : [], isChainSigned};
}

/** Undefined where it is damaged, or signs another claim than the manifest's. */
export function claimSignature({
  claim,
  signatureContent,
}: Pick<StoredManifest, 'claim' | 'signatureContent'>): ClaimSignature | undefined {
  try {
    const [header, unsigned, payload, value] = list(looseCbor(signatureContent));
    if (!(header instanceof Uint8Array) || !(value instanceof Uint8Array)) return undefined;
    if (payload instanceof Uint8Array && !equalBytes(payload, claim)) return undefined;
    const fields = mapOf(looseCbor(header));
    const unprotected = mapOf(unsigned);
    return {
      algorithm: fields.get(ALGORITHM),
      ...chainOf(fields, unprotected),
      signed: signedBytes(header, claim),
      value,
      timestamp: timestampOf(unprotected, {
        sigTst2: () => stampedBytes(header, value),
        // Of claims of version 1, where the claim itself is stamped (C2PA 1.4, section 10.3.2.5).
        sigTst: () => encode(['CounterSignature', header, new Uint8Array(0), claim]),
      }),
    };
  } catch {
    return undefined;
  }
}
