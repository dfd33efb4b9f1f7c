import {timeStampAuthority, type TimeStampAuthority} from './timestamp-authority.js';
import type {ManifestTrust} from '@sealed-capture/seal/checking/check-manifest.js';
import {manifestTrust} from '@sealed-capture/seal/node/manifest-trust.js';
import type {Signer} from '@sealed-capture/seal/writing/signer.js';
import type {RevocationState, RevocationWatch} from '../revocation/revocation-watch.js';
import type {IndependentTime} from '../timestamps/independent-time.js';
import type {ClaimSigner, SealingIdentity} from '../signing/claim-signer.js';
import {openTime} from '../timestamps/open-time.js';
import type {TimeStampClientOptions} from '../timestamps/time-stamp-client.js';
import type {Settings} from '../settings/settings.js';
import type {EnvironmentCertificates} from './certificates.js';
import {watchRevocation, type CertificateLog} from './revocation.js';
import {outside, overlap, type SealingObstacle, type Validity} from './validity.js';

/** What seals are made with, and the anchors that each seal is verified against before it is sent. */
export interface Sealer {
  identity: SealingIdentity;
  signer: Signer;
  trust: ManifestTrust;
  /** The environment's own time-stamp authority. */
  authority?: TimeStampAuthority;
  /** External authorities that stamp its seals. */
  time?: IndependentTime;
  /** Used if those give no stamp. If absent, requests without a stamp are refused. */
  untimed?: Sealer;
}

export function createSealer(identity: SealingIdentity): Sealer {
  const {signer, timeStamp, ocspAnswer} = identity;
  const authority = timeStamp && timeStampAuthority(timeStamp, Date.now);
  return {
    identity,
    authority,
    signer: createSigner(signer, authority, ocspAnswer),
    trust: manifestTrust({
      certificateChain: signer.certificateChain,
      timestampedBy: timeStamp ? timeStamp.certificateChain.slice(0, 1) : 'nobody',
      ocspAnswer,
    }),
  };
}

/** Makes a sealer with an environment's key, whose seals are stamped by external authorities. */
export function createTimedSealer(
  {signer, ocspAnswer}: SealingIdentity,
  time: IndependentTime,
): Sealer {
  const {certificateChain} = signer;
  return {
    identity: {signer, ocspAnswer},
    time,
    signer: {
      ...createSigner(signer, undefined, ocspAnswer),
      timestamp: (imprint) => time.stamp(imprint),
      get timestampSize() {
        return time.tokenSize;
      },
    },
    trust: manifestTrust({certificateChain, timestampedBy: 'anyone', ocspAnswer}),
    ...(time.isOptional && {untimed: createSealer({signer, ocspAnswer})}),
  };
}

/** Makes a sealer with an environment's key, which stamps the time itself if there is an authority. */
function createSigner(
  claims: ClaimSigner,
  authority: TimeStampAuthority | undefined,
  ocspAnswer: Uint8Array | undefined,
): Signer {
  const {certificateChain, algorithm} = claims;
  return {
    certificateChain,
    algorithm,
    ocspAnswer,
    sign: (bytes) => claims.sign(bytes),
    ...(authority && {timestamp: (imprint) => authority(imprint)}),
  };
}

/**
 * Seals that carry the latest OCSP answer, with a sealer for each answer. Seals nothing outside the validity
 * period.
 */
export class WatchedSealer {
  readonly #identity: SealingIdentity;
  readonly #watch: RevocationWatch | undefined;
  readonly #make: (identity: SealingIdentity) => Sealer;
  readonly #now: () => number;
  #made: {state: RevocationState | undefined; sealer: Sealer} | undefined;

  /**
   * @param validity period of all certificates that a seal depends on
   * @param watch undefined if the certificate names no responder
   */
  constructor(
    identity: SealingIdentity,
    readonly validity: Validity,
    watch: RevocationWatch | undefined,
    make: (identity: SealingIdentity) => Sealer = createSealer,
    now: () => number = Date.now,
  ) {
    this.#identity = identity;
    this.#watch = watch;
    this.#make = make;
    this.#now = now;
  }

  get sealer(): Sealer {
    const state = this.#watch?.state;
    if (!this.#made || this.#made.state !== state) {
      const ocspAnswer = state?.name === 'good' ? state.answer.der : undefined;
      this.#made = {state, sealer: this.#make({...this.#identity, ocspAnswer})};
    }
    return this.#made.sealer;
  }

  /** Revocation state of the certificate; undefined if it names no responder. */
  get revocation(): RevocationState | undefined {
    return this.#watch?.state;
  }

  get obstacle(): SealingObstacle | undefined {
    if (this.#watch?.state.name === 'revoked') return {name: 'revoked'};
    return outside(this.validity, this.#now());
  }

  close(): void {
    this.#watch?.close();
    this.#identity.signer.close();
  }
}

export interface LiveTime extends Pick<TimeStampClientOptions, 'onNotice' | 'onAsked'> {
  /** Roots of time-stamp authorities, PEM. */
  anchors: () => string;
}

/**
 * Makes the live environment's sealer, and watches whether its certificate is revoked.
 *
 * @param dataFolder where the last answer about revocation is stored; absent: nowhere
 */
export async function openLiveSealer(
  settings: Settings,
  {identity, trust, validity, timeStampValidity}: EnvironmentCertificates,
  log: CertificateLog,
  {anchors, ...told}: LiveTime,
  dataFolder?: string,
): Promise<WatchedSealer> {
  const watched = {environment: 'live', signer: identity.signer, trust, dataFolder} as const;
  const time = openTime(settings, anchors, identity.timeStamp !== undefined, told);
  const make = (one: SealingIdentity) => (time ? createTimedSealer(one, time) : createSealer(one));
  // The environment's own authority stamps only if there is no external one.
  const whole = time || !timeStampValidity ? validity : overlap(validity, timeStampValidity);
  return new WatchedSealer(identity, whole, await watchRevocation(watched, log), make);
}
