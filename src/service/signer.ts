import {sign} from 'node:crypto';
import type {Signer} from '../seal/signer.js';
import type {SealingIdentity} from './signing-identity.js';
import {timeStampAuthority} from './timestamp-authority.js';

/** Seals with an environment's key, and stamps the time where it has its own time-stamp authority. */
export function createSigner({signer, timeStamp}: SealingIdentity): Signer {
  const {certificateChain, privateKey} = signer;
  return {
    certificateChain,
    sign: (bytes) => sign('sha256', bytes, {key: privateKey, dsaEncoding: 'ieee-p1363'}),
    ...(timeStamp && {timestamp: timeStampAuthority(timeStamp, Date.now)}),
  };
}
