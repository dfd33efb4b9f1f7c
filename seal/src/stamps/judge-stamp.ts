import {STAMP_UNSUPPORTED} from '../status-codes.js';
import {type Trust} from '../trust/anchors.js';
import {derSignatureHolds, KeyUnsupported} from '../trust/der-signature.js';
import {type Verifier} from '../trust/certificate-path.js';
import {judgeChain} from '../trust/judge.js';
import {readStamp, stampChain} from './stamp-contents.js';
import {StampMismatch, StampUnsupported} from './stamp-errors.js';
import {type StampToken} from './stamp-token.js';

/** Why a time stamp is not trusted. */
export type StampFault =
  | 'timeStamp.untrusted'
  | 'timeStamp.mismatch'
  | 'timeStamp.malformed'
  /** The certificate that signed it is not for time stamps. */
  | 'timeStamp.credentialInvalid'
  /** Its algorithm, or one of its authority's path, is unknown, so nothing is known about it. */
  | typeof STAMP_UNSUPPORTED;

/** A time stamp that covers what it must, and whose signature holds. */
export interface HeldStamp {
  /** Epoch milliseconds. */
  time: number;
  /** DER of the certificate above that of its authority; why there is none that is trusted, otherwise. */
  authority: {issuer: Uint8Array} | {fault: StampFault};
}

/** True if the certificate has signed the token. Throws {@link StampUnsupported}. */
export async function isStampSigned(
  {signature}: StampToken,
  signer: Uint8Array,
  subtle: SubtleCrypto,
): Promise<boolean> {
  try {
    return await derSignatureHolds(signature, signer, subtle);
  } catch (cause) {
    if (cause instanceof KeyUnsupported) throw new StampUnsupported({cause});
    throw cause;
  }
}

/**
 * Judges a TimeStampToken: it covers `bytes`, its signature holds, and the path of its authority is trusted and was
 * valid when it stamped (RFC 3161, section 2.3).
 */
export async function judgeStamp(
  der: Uint8Array,
  bytes: Uint8Array,
  trust: Pick<Trust, 'signers' | 'timeStamps'>,
  verifier: Verifier,
): Promise<HeldStamp | StampFault> {
  try {
    const {contents, token} = readStamp(der, {bytes});
    const {time, signer} = contents;
    if (verifier.left-- <= 0) return 'timeStamp.untrusted';
    if (!(await isStampSigned(token, signer, verifier.subtle))) return 'timeStamp.mismatch';
    const judged = await judgeChain(stampChain(contents), 'timeStamp', time, trust, verifier);
    if (judged.name === 'trusted') return {time, authority: {issuer: judged.issuer}};
    if (judged.fault === 'unsupported') return STAMP_UNSUPPORTED;
    const isUnfit = judged.fault === 'wrong use';
    const fault = isUnfit ? 'timeStamp.credentialInvalid' : 'timeStamp.untrusted';
    return {time, authority: {fault}};
  } catch (error) {
    if (error instanceof StampUnsupported) return STAMP_UNSUPPORTED;
    return error instanceof StampMismatch ? 'timeStamp.mismatch' : 'timeStamp.malformed';
  }
}
