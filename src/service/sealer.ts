import type {ManifestTrust} from '../seal/check-manifest.js';
import {manifestTrust} from '../seal/manifest-trust.js';
import type {Signer} from '../seal/signer.js';
import {createSigner} from './signer.js';
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
