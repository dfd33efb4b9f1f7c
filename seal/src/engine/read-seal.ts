import {type InspectionResult, type Signature} from '../model/inspection/inspection-result.js';
import {objectAt, textAt} from '../model/json/loose-json.js';
import {comparedSeal} from '../model/place/expected-place.js';
import type {Loose} from '../model/json/record.js';
import {readableMediaTypes} from '../media-signature.js';
import {isRanged, type Media} from '../ranged/ranged-media.js';
import {refusalOf, resultWithoutEngine} from '../ranged/ranged-refusal.js';
import {FileUnreadable} from '../ranged/watched-reads.js';
import {sealedSet} from '../sets/sealed-set-in.js';
import {signerRecord} from '../trust/signer-record.js';
import {deviceClockChecks} from './device-clock.js';
import {engineMessage, UnsupportedMedia} from './refusals/engine-errors.js';
import {asPartOfVideo} from './refusals/part-of-video.js';
import {type Engine} from './engine.js';
import {checksOf, type Findings} from './findings.js';
import {trustNow} from './judged/store.js';
import {readInterim} from './judged/read-interim.js';
import {readTrusting, type Reading} from './reading.js';
import {SIGNER_TRUSTED, SIGNER_UNTRUSTED} from '../status-codes.js';
import {originOf, ownTimes, sealedMetadata} from './sealed-metadata.js';
import {
  stampChecks,
  withLaterStamp,
  withLaterTime,
  withUnsupportedStamp,
} from './stamp-authority.js';
import {hasStatusAssertion, revocationOf, withDate} from './revocation.js';
import {isOfSandbox, nameAt, signerOf, utcAt} from '../updates/crjson-fields.js';
import {interimVerdict, UNSUPPORTED, verdictOf, type Verdict} from './verdict.js';

function signatureOf(manifest: Loose, {success}: Findings): Signature {
  const signature = objectAt(manifest, 'signature');
  const certificate = objectAt(signature, 'certificateInfo');
  const validity = objectAt(certificate, 'validity');
  const stamp = objectAt(signature, 'timeStampInfo');
  return defined({
    signedBy: signerOf(manifest),
    issuedBy: nameAt(certificate, 'issuer'),
    validFrom: utcAt(validity, 'notBefore'),
    validTo: utcAt(validity, 'notAfter'),
    environment: isOfSandbox(certificate) ? 'sandbox' : undefined,
    timestamp: success.includes('timeStamp.trusted') ? utcAt(stamp, 'timestamp') : undefined,
  });
}

const defined = (signature: Signature): Signature =>
  Object.fromEntries(Object.entries(signature).filter(([, value]) => value !== undefined));

/** The verdict, and its findings. A signer is not called untrusted if this platform cannot verify the chain. */
function judgedHere(
  {state, judged, doubted}: Reading,
  findings: Findings,
): {verdict: Verdict; findings: Findings} {
  const verdict = verdictOf(state, findings, signerOf(doubted));
  const signer = judged?.manifests.get(textAt(doubted, 'label') ?? '')?.signer;
  const isUnsupported = signer?.name === 'untrusted' && signer.fault === 'unsupported';
  if (!isUnsupported || verdict.labelState !== 'untrusted') return {verdict, findings};
  const failure = findings.failure.filter((code) => code !== SIGNER_UNTRUSTED);
  return {verdict: UNSUPPORTED, findings: {...findings, failure}};
}

/**
 * Reads and judges the seal of a file. Blocks its thread: about 30 ms for a photo of 3 MB. The metadata of a broken
 * or untrusted seal are unconfirmed claims. Throws {@link UnsupportedMedia} for a media type that cannot carry a
 * readable seal, FileUnreadable for a file that cannot be read, and EngineCrashed when the engine trapped. A trap in asynchronous work may also surface as an
 * uncaught exception of the thread.
 */
export const readSeal = async (
  engine: Engine,
  media: Media,
  mediaType: string,
): Promise<InspectionResult> => (await readSealAndCrJson(engine, media, mediaType)).result;

/**
 * The result of {@link readSeal}, with the engine's own crJSON and findings, and the name of the manifest about the
 * content; all are absent if no seal could be read.
 */
export async function readSealAndCrJson(
  engine: Engine,
  media: Media,
  mediaType: string,
): Promise<{
  result: InspectionResult;
  crJson?: string;
  findings?: Reading['active'];
  content?: {store: Uint8Array; label: string};
}> {
  if (!readableMediaTypes.has(mediaType)) {
    throw new UnsupportedMedia(`Seals are not read from ${mediaType}.`);
  }
  const early = await resultWithoutEngine(media);
  if (early) return {result: early};
  const asked = trustNow(engine.trust, engine.now());
  let reading: Reading;
  let interim: Reading | undefined;
  try {
    reading = await readTrusting(asked, media, mediaType);
    interim = await readInterim(asked, engine.trust, reading, media, mediaType);
  } catch (thrown) {
    if (thrown instanceof FileUnreadable) throw thrown;
    return {result: await refusalOf(engineMessage(thrown), media)};
  }
  const {store, label} = interim ?? reading;
  const result = resultOfReading(engine, reading, interim);
  const {crJson, active} = reading;
  return {
    result: isRanged(media) ? result : asPartOfVideo(result, media),
    crJson,
    findings: active,
    content: store && {store, label},
  };
}

/** The result of what the engine has read; `interim` is the reading by the interim list, if that knows the signer. */
export function resultOfReading(
  engine: Engine,
  reading: Reading,
  interim?: Reading,
): InspectionResult {
  const {manifest, assertions, redactions, since, store, label, parsed, later, judged} =
    interim ?? reading;
  const own = judged?.manifests.get(label);
  const {findings: read} = interim ?? reading;
  const found = withLaterStamp(withUnsupportedStamp(read, own?.isStampUnsupported), later);
  const signer = withLaterTime(signatureOf(manifest, found), later);
  // Manifests of any program may have assertions with OCSP answers.
  const isAlone = store !== undefined && !hasStatusAssertion(store);
  const {findings: all, notRevokedAt} = revocationOf(
    found,
    own?.stapled,
    signer.timestamp,
    engine.now(),
    isAlone,
  );
  const signature = defined({...signer, notRevokedAt});
  const isTrusted = reading.findings.success.includes(SIGNER_TRUSTED);
  const known = isTrusted && own ? signerRecord(engine.trust, own.signer, own.chain[0]) : undefined;
  const record = interim ? ({trustList: 'interim'} as const) : known;
  const {verdict, findings} = interim
    ? {verdict: interimVerdict(all, signature.signedBy), findings: all}
    : judgedHere(reading, all);
  const {labelState, reason} = verdict;
  const isValid = labelState === 'valid';
  // The times of a broken or untrusted seal prove nothing, because its maker may have written any.
  const times = ownTimes(assertions);
  const clock = isValid ? deviceClockChecks(times) : [];
  const sections = sealedMetadata(assertions);
  const origin = originOf(assertions);
  const {gps, features} = sections;
  const set = parsed && sealedSet(parsed);
  const placeComparison = comparedSeal(features?.shot?.expectedPlace, gps, times['capturedAt']);
  return {
    labelValid: isValid,
    reason: labelState === 'invalid' ? reason : `${reason}${since}`,
    labelState,
    checks: withDate(stampChecks(checksOf(findings, clock), manifest, later), notRevokedAt),
    signature: {...signature, ...record},
    ...(origin && {origin}),
    ...(redactions.length > 0 && {redactions}),
    ...sections,
    ...(placeComparison && {placeComparison}),
    ...(set && {set}),
  };
}
