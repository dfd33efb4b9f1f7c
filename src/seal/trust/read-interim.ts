import {sha256} from '@noble/hashes/sha2.js';
import {bytesToHex} from '@noble/hashes/utils.js';
import {type ReadTrust} from './anchors.js';
import {signerChain} from './file-chains.js';
import {type Findings} from '../engine/findings.js';
import {SIGNER_TRUSTED, SIGNER_UNTRUSTED, STAMP_TRUSTED} from '../status-codes.js';
import {stateOf} from './merged-findings.js';
import {readTrusting, type Reading} from '../engine/reading.js';
import {judge} from '../engine/verdict.js';
import {type Media} from '../ranged/ranged-media.js';

const INTERIM = 'org.sealed-capture.interimSigner';
const STAMP_INTERIM = 'org.sealed-capture.timeStamp.interim';

/** Removes the findings that only the interim list made positive: its signers are not trusted. */
function apart(findings: Findings, before: Findings): Findings {
  const isOnlyInterim = (code: string) =>
    (code === SIGNER_TRUSTED || code === STAMP_TRUSTED) && !before.success.includes(code);
  return {
    ...findings,
    success: findings.success.filter((code) => !isOnlyInterim(code)),
    informational: [
      ...findings.success
        .filter(isOnlyInterim)
        .map((code) => (code === SIGNER_TRUSTED ? INTERIM : STAMP_INTERIM)),
      ...findings.informational,
    ],
  };
}

/**
 * Reads a file again if its signer is otherwise unknown, and the interim list may know it. Undefined if it does
 * not, or something else keeps the seal from being trusted.
 */
export async function readInterim(
  {interim}: ReadTrust,
  {findings, store, label, updates}: Reading,
  media: Media,
  mediaType: string,
): Promise<Reading | undefined> {
  // The signer of an update above it is not known from the list.
  if (!interim || !store || updates.length > 0 || findings.success.includes(SIGNER_TRUSTED))
    return undefined;
  const [leaf, ...issuers] = signerChain(store, label);
  if (!leaf) return undefined;
  const isAllowed = interim.allowed.has(bytesToHex(sha256(leaf.der)));
  const isNamed = [leaf, ...issuers].some(({issuer}) => interim.signers.named(issuer).length > 0);
  if (!isAllowed && !isNamed) return undefined;
  const read = await readTrusting(interim, media, mediaType);
  const reading = isAllowed ? trusted(read) : read;
  if (judge(reading.state, reading.findings).labelState !== 'valid') return undefined;
  return {...reading, findings: apart(reading.findings, findings)};
}

/** Treats the signer, whose own certificate is listed, as if an authority vouched for it. */
function trusted(reading: Reading): Reading {
  const findings: Findings = {
    ...reading.findings,
    success: [...new Set([SIGNER_TRUSTED, ...reading.findings.success])],
    failure: reading.findings.failure.filter((code) => code !== SIGNER_UNTRUSTED),
  };
  return {...reading, findings, state: stateOf(reading.state, findings)};
}
