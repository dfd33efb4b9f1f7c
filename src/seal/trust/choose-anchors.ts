import {type Anchor, type AnchorSet, type Trust} from './anchors.js';
import {type Chains, type FileChains} from './file-chains.js';

/**
 * The anchors that a file is read with, as PEM; empty if nobody is trusted. The engine has one list for signers and
 * for time: if an anchor of one use would count for a chain of the other, the file is read twice, once for each
 * use.
 */
export type Choice =
  | {name: 'at once'; anchors: string}
  | {name: 'apart'; signers: string; timeStamps: string};

interface Use {
  anchors: AnchorSet;
  chains: Chains;
}

/** Anchors by the issuer's name, as the engine itself compares; it would parse all others in vain. */
function anchorsOf({anchors, chains}: Use): Anchor[] {
  const issuers = new Set(chains.certificates.map(({issuer}) => issuer));
  return [...issuers].flatMap((issuer) => anchors.named(issuer));
}

/** True if the engine would accept the anchor for the other use, for which it is not trusted. */
const misleads = (anchor: Anchor, {anchors, chains}: Use): boolean =>
  !anchors.vouchesAs(anchor) &&
  (!chains.isComplete || chains.certificates.some(({issuer}) => issuer === anchor.subject));

const pemOf = (anchors: readonly Anchor[]): string =>
  [...new Set(anchors.map(({pem}) => pem))].join('');

/**
 * The anchors that the file's chains can end in. The verdict is the same as with all anchors, and the engine parses
 * fewer.
 */
export function chooseAnchors(trust: Trust, {signers: signed, stamps}: FileChains): Choice {
  const signers: Use = {anchors: trust.signers, chains: signed};
  const times: Use = {anchors: trust.timeStamps, chains: stamps};
  const [ofSigners, ofTimes] = [anchorsOf(signers), anchorsOf(times)];
  const isMisleading =
    ofSigners.some((anchor) => misleads(anchor, times)) ||
    ofTimes.some((anchor) => misleads(anchor, signers));
  return isMisleading
    ? {name: 'apart', signers: pemOf(ofSigners), timeStamps: pemOf(ofTimes)}
    : {name: 'at once', anchors: pemOf([...ofSigners, ...ofTimes])};
}
