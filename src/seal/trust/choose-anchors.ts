import {type Anchor, type AnchorSet, type Trust} from './anchors.js';
import {type Chains, type FileChains} from './file-chains.js';

/**
 * The anchors that a file is read with, as PEM; empty: nobody is trusted. The engine has one list for signers and for time:
 * where an anchor of one use would vouch for a chain of the other, the file is read twice, once for each use.
 */
export type Choice =
  {name: 'at once'; anchors: string} | {name: 'apart'; signers: string; timeStamps: string};

interface Use {
  anchors: AnchorSet;
  chains: Chains;
}

/** By the name of an issuer, as the engine itself compares: all others it would parse for nothing. */
function anchorsOf({anchors, chains}: Use): Anchor[] {
  const issuers = new Set(chains.certificates.map(({issuer}) => issuer));
  return [...issuers].flatMap((issuer) => anchors.named(issuer));
}

/** The engine would believe the anchor in the other use as well, for which nobody trusts it. */
const misleads = (anchor: Anchor, {anchors, chains}: Use): boolean =>
  !anchors.vouchesAs(anchor) &&
  (!chains.isComplete || chains.certificates.some(({issuer}) => issuer === anchor.subject));

const pemOf = (anchors: readonly Anchor[]): string =>
  [...new Set(anchors.map(({pem}) => pem))].join('');

/** The anchors that the file's chains can end in: the verdict is the same as with all of them, and the engine parses few. */
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
