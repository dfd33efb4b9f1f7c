import {sha256} from '@noble/hashes/sha2.js';
import {bytesToHex} from '@noble/hashes/utils.js';
import {type TrustListName} from '../model/inspection/inspection-result.js';
import {type TrustAnchors} from '../model/inspection/trust-anchors.js';
import {equalBytes} from '../encoding/bytes.js';
import {oidOf, readDer, sequenceOf} from '../encoding/der.js';
import {certificateFields, certificateOids, type CertificateFields} from './certificate-fields.js';

/** A trusted certificate: a root, or an issuing authority under one. */
export interface Anchor extends Pick<CertificateFields, 'der' | 'subject' | 'publicKey'> {
  pem: string;
  list: TrustListName;
  /** Name of the operator's list that has it. */
  listName?: string;
  /** True if it may only issue to time-stamp authorities. */
  isForTime: boolean;
}

/**
 * Anchors of one use, indexed by name. Certificates with the same name and key are one authority that may have been
 * renewed: all of them count, under the list that names it first.
 */
export class AnchorSet {
  readonly #byName = new Map<string, Anchor[]>();

  constructor(anchors: Iterable<Anchor>) {
    for (const anchor of anchors) {
      const others = this.named(anchor.subject);
      if (others.some(({der}) => equalBytes(der, anchor.der))) continue;
      const first = others.find(({publicKey}) => publicKey === anchor.publicKey) ?? anchor;
      const {list, listName} = first;
      this.#byName.set(anchor.subject, [...others, {...anchor, list, listName}]);
    }
  }

  named(subject: string): readonly Anchor[] {
    return this.#byName.get(subject) ?? [];
  }

  /** PEM of all. */
  get pem(): string {
    return [...this.#byName.values()].flatMap((some) => some.map(({pem}) => pem)).join('');
  }
}

/** Whom an engine trusts, for each use. */
export interface Trust {
  signers: AnchorSet;
  timeStamps: AnchorSet;
  /** True for the certificate (DER) of a single signer that a list knows. */
  allows?: (certificate: Uint8Array) => boolean;
}

/** {@link TrustAnchors}, parsed once for all files. */
export interface ReadTrust extends Trust {
  /** The anchors of both uses with the interim list's; absent without an interim list. */
  interim?: Required<Trust>;
  products: NonNullable<TrustAnchors['products']>;
}

const BLOCK = /-----BEGIN CERTIFICATE-----([\w+/=\s]+)-----END CERTIFICATE-----/g;

const bytesOfBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replace(/\s/g, '')), (one) => one.charCodeAt(0));

/**
 * The certificates of a PEM text, without any other content. Throws RangeError if a non-empty text has none, or one
 * is damaged.
 */
export function anchorsIn(
  pem: string,
  list: TrustListName = 'own',
  names: TrustAnchors['names'] = {},
): Anchor[] {
  const isNamed = Object.keys(names).length > 0;
  const blocks = [...pem.matchAll(BLOCK)];
  const opened = pem.split('-----BEGIN CERTIFICATE-----').length - 1;
  if (opened !== blocks.length || (blocks.length === 0 && pem.trim() !== '')) {
    throw new RangeError('These trust anchors are no certificates in PEM.');
  }
  return blocks.map(([block, base64 = '']) => {
    const fields = certificateFields(decoded(base64));
    if (!fields) throw new RangeError('One of the trust anchors is damaged.');
    const {der, subject, publicKey} = fields;
    const listName = isNamed ? names[digestOf(der)] : undefined;
    const forTime = isForTime(fields);
    return {der, subject, publicKey, pem: `${block}\n`, list, listName, isForTime: forTime};
  });
}

function decoded(base64: string): Uint8Array {
  try {
    return bytesOfBase64(base64);
  } catch (cause) {
    throw new RangeError('One of the trust anchors is damaged.', {cause});
  }
}

/** True if its extended key usage, if there is one, is for time stamping. */
function isForTime({extensions}: CertificateFields): boolean {
  try {
    const usages = sequenceOf(readDer(extensions.get(certificateOids.usage) ?? NONE)[0]);
    return usages.every((usage) => oidOf(usage) === certificateOids.timeStamping);
  } catch {
    return false;
  }
}

const NONE = new Uint8Array(0);

const digestOf = (certificate: Uint8Array): string => bytesToHex(sha256(certificate));

const allowedBy = (digests: ReadonlySet<string>) => (certificate: Uint8Array) =>
  digests.has(digestOf(certificate));

/** Parses trust anchors. Throws RangeError for text that is not PEM. */
export function readTrust(anchors: TrustAnchors): ReadTrust {
  const {official, interim, names} = anchors;
  const signers = [
    ...anchorsIn(official?.signers ?? '', 'official'),
    ...anchorsIn(anchors.signers, 'own', names),
  ];
  const timeStamps = [
    ...anchorsIn(official?.timeStamps ?? '', 'official'),
    ...anchorsIn(anchors.timeStamps, 'own', names),
  ];
  const closed = anchorsIn(interim?.anchors ?? '', 'interim');
  return {
    signers: new AnchorSet(signers),
    timeStamps: new AnchorSet(timeStamps),
    ...(interim && {
      interim: {
        signers: new AnchorSet([...signers, ...closed.filter((one) => !one.isForTime)]),
        timeStamps: new AnchorSet([...timeStamps, ...closed]),
        allows: allowedBy(new Set(interim.allowed)),
      },
    }),
    products: anchors.products ?? [],
  };
}
