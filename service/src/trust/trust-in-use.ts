import type {TrustAnchors} from '@sealed-capture/seal/model/inspection/trust-anchors.js';
import {certificatesIn, type OwnAnchors} from './anchor-files.js';
import type {SharedTrust} from '../engine/engine-jobs.js';
import {environments, type Environment} from '../environment.js';
import type {UsedList} from '../settings/settings.js';
import type {TrustLists} from './trust-lists.js';

/** The trust anchors of an environment's inspection, in each form that is needed. */
export interface TrustInUse {
  /** TrustAnchors as JSON, as served in `trust.json`. */
  json: string;
  /** The certificates only, without the interim list's. */
  pem: string;
  /** For the engine's threads. */
  shared: SharedTrust;
}

let versions = 0;

/** Makes all forms of the anchors, with a version of their own. */
export function inUse(anchors: TrustAnchors): TrustInUse {
  const json = JSON.stringify(anchors);
  const bytes = Buffer.from(json);
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  const {signers, timeStamps, official} = anchors;
  return {
    json,
    pem: certificatesIn(signers, timeStamps, official?.signers ?? '', official?.timeStamps ?? ''),
    shared: {version: ++versions, json: shared},
  };
}

/** An environment's own anchors, with the lists that its operator has not excluded. */
export function trustOf(
  {signers, timeStamps, names}: OwnAnchors,
  {official, interim}: Pick<TrustLists, 'official' | 'interim'>,
  used: readonly UsedList[],
): TrustAnchors {
  return {
    signers,
    timeStamps,
    ...(names && Object.keys(names).length > 0 && {names}),
    ...(used.includes('official') && {
      official: {
        issued: official.signers.issued,
        nextUpdate: official.signers.nextUpdate,
        signers: official.signers.pem,
        timeStamps: official.timeStamps.pem,
      },
      products: official.products.products,
    }),
    ...(used.includes('interim') && {interim}),
  };
}

/** The trust anchors of both environments, rebuilt when the lists change. */
export class CurrentTrust {
  readonly #make: (environment: Environment) => TrustAnchors;
  readonly #now = new Map<Environment, TrustInUse>();

  constructor(make: (environment: Environment) => TrustAnchors) {
    this.#make = make;
    this.renew();
  }

  renew(): void {
    for (const environment of environments) {
      this.#now.set(environment, inUse(this.#make(environment)));
    }
  }

  of(environment: Environment): TrustInUse {
    const found = this.#now.get(environment);
    if (!found) throw new RangeError(`There is no environment ${environment}.`);
    return found;
  }
}
