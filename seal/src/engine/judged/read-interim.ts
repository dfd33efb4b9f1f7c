import {type ReadTrust} from '../../trust/anchors.js';
import {type TrustNow} from './store.js';
import {certificateFields} from '../../trust/certificate-fields.js';
import {type Findings} from '../findings.js';
import {SIGNER_TRUSTED, STAMP_TRUSTED} from '../../status-codes.js';
import {readTrusting, type Reading} from '../reading.js';
import {verdictOf} from '../verdict.js';
import {type Media} from '../../ranged/ranged-media.js';

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
  asked: TrustNow,
  {interim}: Pick<ReadTrust, 'interim'>,
  {findings, judged, label, updates}: Reading,
  media: Media,
  mediaType: string,
): Promise<Reading | undefined> {
  // The signer of an update above it is not known from the list.
  if (!interim || updates.length > 0 || findings.success.includes(SIGNER_TRUSTED)) return undefined;
  const chain = judged?.manifests.get(label)?.chain.map(certificateFields) ?? [];
  const isNamed = chain.some(
    (one) => one && (interim.allows(one.der) || interim.signers.named(one.issuer).length > 0),
  );
  if (!isNamed) return undefined;
  const reading = await readTrusting({...asked, trust: interim}, media, mediaType);
  if (verdictOf(reading.state, reading.findings).labelState !== 'valid') return undefined;
  return {...reading, findings: apart(reading.findings, findings)};
}
