import {list} from '../../model/json/loose-json.js';
import {readDer, sequenceOf, tags} from '../../encoding/der.js';
import {ALGORITHM, signedBytes, stampedBytes, X5CHAIN} from '../../encoding/cose-structures.js';
import {equalBytes} from '../../encoding/bytes.js';
import {encode} from '../../encoding/cbor.js';
import {bytesOf, looseCbor, mapOf} from '../loose-cbor.js';
import {type StoredManifest} from '../manifests.js';

const STAMP_HEADERS = ['sigTst2', 'sigTst'] as const;

export interface TimestampToken {
  /** DER of the TimeStampToken (RFC 3161). */
  token: Uint8Array;
  /** The bytes that its imprint covers. */
  stamped: Uint8Array;
}

/** The parsed COSE_Sign1 of a manifest (C2PA 2.2, section 13.2). */
export interface ClaimSignature {
  /** COSE algorithm, e.g. -7. */
  algorithm: unknown;
  /** DER, leaf first. Empty if there is no chain, or more than one. */
  certificates: Uint8Array[];
  /** True if the signature covers the chain, so that only the signer can have written it. */
  isChainSigned: boolean;
  /** The signed bytes: the Sig_structure (RFC 9052, section 4.4). */
  signed: Uint8Array;
  /** The signature as in COSE; for ECDSA in IEEE P1363 form. */
  value: Uint8Array;
  timestamp?: TimestampToken;
  /** True if it carries a time stamp that is not returned: several, or one that cannot be parsed. */
  hasOtherStamps: boolean;
  /** DER of the OCSPResponses that it carries. */
  ocspAnswers: Uint8Array[];
}

const LONGEST_CHAIN = 16;

type Header = ReadonlyMap<unknown, unknown>;

/** Older seals contain the authority's whole response, with the token after its status; newer ones the token only. */
function tokenIn(der: Uint8Array): Uint8Array | undefined {
  try {
    const [outer] = readDer(der);
    const [first, second] = sequenceOf(outer);
    return first?.tag === tags.sequence ? second?.whole : outer?.whole;
  } catch {
    return undefined;
  }
}

const stampsIn = (unprotected: Header, name: string): unknown[] =>
  list(mapOf(unprotected.get(name)).get('tstTokens'));

/**
 * The only time stamp. If there are several, anybody may have added one, since the signature does not cover them, and
 * none counts.
 */
function timestampOf(
  unprotected: Header,
  stampedBy: Record<(typeof STAMP_HEADERS)[number], () => Uint8Array>,
): TimestampToken | undefined {
  const [name, ...others] = STAMP_HEADERS.filter((one) => unprotected.has(one));
  const [first, ...more] = name ? stampsIn(unprotected, name) : [];
  const value = bytesOf(mapOf(first).get('val'));
  const token = value && tokenIn(value);
  const isOnly = others.length + more.length === 0;
  return name && token && isOnly ? {token, stamped: stampedBy[name]()} : undefined;
}

/**
 * Finds the chain where the engine does: in the protected header, or in the unprotected one under the name of
 * version 1. If there are several, anybody may have added one, and none counts.
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

/** DER of the OCSPResponses in a list of revocation information (C2PA 2.4, "Revocation information"). */
export const ocspAnswersIn = (values: unknown): Uint8Array[] =>
  list(mapOf(values).get('ocspVals')).filter((one) => one instanceof Uint8Array);

/** Parses the signature of a manifest. Undefined if it is damaged, or signs another claim. */
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
    const timestamp = timestampOf(unprotected, {
      sigTst2: () => stampedBytes(header, value),
      // In claims of version 1, the claim itself is stamped (C2PA 1.4, section 10.3.2.5).
      sigTst: () => encode(['CounterSignature', header, new Uint8Array(0), claim]),
    });
    return {
      algorithm: fields.get(ALGORITHM),
      ...chainOf(fields, unprotected),
      signed: signedBytes(header, claim),
      value,
      timestamp,
      hasOtherStamps: !timestamp && STAMP_HEADERS.some((name) => unprotected.has(name)),
      ocspAnswers: ocspAnswersIn(unprotected.get('rVals')),
    };
  } catch {
    return undefined;
  }
}
