import {equalBytes} from '../encoding/bytes.js';
import {type Anchor, type AnchorSet} from './anchors.js';
import {type TrustListName} from '../model/inspection/inspection-result.js';
import {contains, type Validity} from './certificate-fields.js';
import {
  isFor,
  mayIssue,
  readPathCertificate,
  type Fault,
  type PathCertificate,
  type Use,
} from './certificate-rules.js';
import {derSignatureHolds} from './der-signature.js';
import {permits} from './name-constraints.js';

/** A path to a certificate of a list, and the period in which all of it is valid. */
interface TrustedPath extends Validity {
  name: 'trusted';
  /** The list that decided. */
  list: TrustListName;
  /** Name of the operator's list that decided. */
  listName?: string;
  /** DER of the certificate above the last one; of that itself, if it is the anchor. */
  issuer: Uint8Array;
}

export type Judgement = TrustedPath | {name: 'untrusted'; fault: Fault};

/** Most certificates above the last one of a path. */
const LONGEST_PATH = 6;
/** Most certificates of a chain that are read; no real one has more. */
const MOST_CARRIED = 16;
/** Most signatures that are verified for one chain, because hostile chains try to make it slow. */
const MOST_STEPS = 32;

interface PathRequest {
  /** DER, the certificate that signed first; then others that may lead to an anchor, in any order. */
  chain: readonly Uint8Array[];
  use: Use;
  /** Epoch milliseconds, of which the seconds count, as in certificates. */
  time: number;
  anchors: Pick<AnchorSet, 'named'>;
  verifier: Verifier;
}

/** What verifies certificates of one file, and how much of that it may do: hostile files try to make it slow. */
export interface Verifier {
  subtle: SubtleCrypto;
  /** Certificates that may still be parsed, and signatures that may still be verified. */
  left: number;
}

/** About a second of work, if it is all used. */
const MOST_EFFORT = 1_000;

export const verifierFor = (subtle: SubtleCrypto): Verifier => ({subtle, left: MOST_EFFORT});

/**
 * Builds and validates a path from the first certificate to an anchor (RFC 5280, section 6, under any policy). All of
 * it, the anchor included, must be valid at that time.
 */
export async function findPath({
  chain,
  use,
  anchors,
  verifier,
  ...at
}: PathRequest): Promise<Judgement> {
  const time = Math.floor(at.time / 1000) * 1000;
  const [first, ...others] = chain.slice(0, MOST_CARRIED);
  if (verifier.left-- <= 0) return {name: 'untrusted', fault: 'too much'};
  const last = first ? readPathCertificate(first) : 'damaged';
  if (typeof last === 'string') return {name: 'untrusted', fault: last};
  if (!isFor(use, last)) return {name: 'untrusted', fault: 'wrong use'};
  const read = new Map<Uint8Array, PathCertificate | Fault>();
  const certificateOf = (der: Uint8Array, isAnchor = false): PathCertificate | Fault => {
    const known = read.get(der);
    if (known !== undefined) return known;
    const one = verifier.left-- > 0 ? readPathCertificate(der, isAnchor) : 'too much';
    read.set(der, one);
    return one;
  };
  let steps = 0;
  let fault: Fault = 'unknown issuer';
  const up = async (path: readonly PathCertificate[]): Promise<TrustedPath | undefined> => {
    const child = path[path.length - 1]!;
    if (!contains(child.validity, time)) return refuse('outside validity');
    if (path.length > LONGEST_PATH) return undefined;
    const own = anchors.named(child.subject).find(({der}) => equalBytes(der, child.der));
    if (own && use.mayBeAnchor) return trusted(own, path);
    for (const {issuer, anchor} of candidates(child)) {
      if (typeof issuer === 'string' || path.some(({der}) => equalBytes(der, issuer.der))) continue;
      if (++steps > MOST_STEPS || verifier.left-- <= 0) continue;
      // Undefined if this platform lacks the algorithm, which matters only if all else leads to an anchor.
      const isIssued = await derSignatureHolds(child.signature, issuer.der, verifier.subtle).catch(
        () => undefined,
      );
      if (isIssued === false) continue;
      const why = whyNot(issuer, path, anchor !== undefined);
      if (why) {
        refuse(why);
        continue;
      }
      const above = [...path, issuer];
      const found = anchor
        ? contains(issuer.validity, time)
          ? trusted(anchor, above)
          : refuse('outside validity')
        : await up(above);
      if (found && isIssued) return found;
      if (found) fault = 'unsupported';
    }
    return undefined;
  };
  const refuse = (why: Fault): undefined => {
    if (fault === 'unknown issuer') fault = why;
  };
  /** Certificates that bear the name of the issuer, the anchors first. */
  const candidates = ({issuer: name}: PathCertificate) => {
    const roots = anchors
      .named(name)
      .map((anchor) => ({issuer: certificateOf(anchor.der, true), anchor}));
    const carried = others
      .map((der) => certificateOf(der))
      .filter((one) => typeof one !== 'string' && one.subject === name)
      .map((issuer) => ({issuer, anchor: undefined}));
    return [...roots, ...carried];
  };
  const whyNot = (
    issuer: PathCertificate,
    path: readonly PathCertificate[],
    isAnchor: boolean,
  ): Fault | undefined => {
    // Authorities that issued themselves do not count (RFC 5280, section 6.1.4, l).
    const counted = path.slice(1).filter(({issuer: by, subject}) => by !== subject);
    if (!mayIssue(issuer, use, counted.length, isAnchor)) return 'no authority';
    const {nameConstraints} = issuer;
    const named = [...path.slice(0, 1), ...counted];
    const isPermitted =
      !nameConstraints || named.every(({names}) => permits(nameConstraints, names));
    return isPermitted ? undefined : 'name constraints';
  };
  const found = await up([last]);
  if (found) return found;
  return {name: 'untrusted', fault: verifier.left > 0 ? fault : 'too much'};
}

function trusted({list, listName}: Anchor, path: readonly PathCertificate[]): TrustedPath {
  const from = Math.max(...path.map(({validity}) => validity.from));
  const to = Math.min(...path.map(({validity}) => validity.to));
  return {name: 'trusted', list, listName, issuer: (path[1] ?? path[0]!).der, from, to};
}
