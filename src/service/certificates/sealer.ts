import {timeStampAuthority} from './timestamp-authority.js';
import {sign} from 'node:crypto';
import type {ManifestTrust} from '../../seal/checking/check-manifest.js';
import {manifestTrust} from '../../seal/node/manifest-trust.js';
import type {Signer} from '../../seal/writing/signer.js';
import type {SealingIdentity} from './signing-identity.js';

/** What seals are made with, and what each is held against before it leaves. */
export interface Sealer {
  identity: SealingIdentity;
  signer: Signer;
  trust: ManifestTrust;
}

export function createSealer(identity: SealingIdentity): Sealer {
  const {signer, timeStamp} = identity;
  return {
    identity,
    signer: createSigner(identity),
    trust: manifestTrust({
      certificateChain: signer.certificateChain,
      timestampedBy: timeStamp ? timeStamp.certificateChain.slice(0, 1) : 'nobody',
    }),
  };
}

/** Seals with an environment's key, and stamps the time where it has its own time-stamp authority. */
export function createSigner({signer, timeStamp}: SealingIdentity): Signer {
  const {certificateChain, privateKey} = signer;
  return {
    certificateChain,
    sign: (bytes) => sign('sha256', bytes, {key: privateKey, dsaEncoding: 'ieee-p1363'}),
    ...(timeStamp && {timestamp: timeStampAuthority(timeStamp, Date.now)}),
  };
}
