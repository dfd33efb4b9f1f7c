import {WasmReader} from '@contentauth/c2pa-wasm';
import {type InspectionResult, type Signature} from '../../model/inspection-result.js';
import {METADATA_ASSERTION} from '../../model/seal-format.js';
import {readableMediaTypes} from '../media-signature.js';
import {deviceClockCheck} from './device-clock.js';
import {engineMessage, UnsupportedMedia} from './engine-errors.js';
import {resultOfRefusal} from './engine-refusal.js';
import {type Engine} from './engine.js';
import {exactAssertion} from './exact-assertion.js';
import {checksOf, findingsOf, type Findings} from './findings.js';
import {listAt, objectAt, textAt, valueAt, type Loose} from '../../model/loose-json.js';
import {sealedMetadata} from './sealed-metadata.js';
import {withStampAuthority} from './stamp-authority.js';
import {judge} from './verdict.js';

/** What the engine read: its verdict, and the active manifest with its assertions. */
interface Reading {
  state: unknown;
  findings: Findings;
  manifest: Loose;
  assertions: Loose;
}

async function read(engine: Engine, media: Uint8Array, mediaType: string): Promise<Reading> {
  const reader = await WasmReader.fromBytes(mediaType, media, engine.settings);
  try {
    // This JSON shortens arrays of numbers; crJson does not, but lacks the state. Neither as an object, which cannot be
    // had where any integer of the store is too large to be one here.
    const store: unknown = JSON.parse(reader.json());
    const label = reader.activeLabel() ?? '';
    const crJson: unknown = JSON.parse(reader.crJson());
    const manifest = listAt(crJson, 'manifests').find((one) => textAt(one, 'label') === label);
    const assertions = objectAt(manifest, 'assertions');
    const own = Object.hasOwn(assertions, METADATA_ASSERTION) && exactly(reader, label);
    return {
      state: valueAt(store, 'validation_state'),
      findings: findingsOf(objectAt(store, 'validation_results')),
      manifest: objectAt({manifest}, 'manifest'),
      assertions: own ? {...assertions, [METADATA_ASSERTION]: own} : assertions,
    };
  } finally {
    reader.free();
  }
}

/** This package's own assertion out of the store's bytes; undefined where the engine does not give them. */
function exactly(reader: WasmReader, label: string): unknown {
  let store: Uint8Array;
  try {
    store = reader.resourceToBytes(`self#jumbf=/c2pa/${label}`);
  } catch (thrown) {
    engineMessage(thrown);
    return undefined;
  }
  return exactAssertion(store, label, METADATA_ASSERTION);
}

/** ISO 8601 in UTC, ending in "Z"; undefined for what is no time. */
function utcAt(value: unknown, key: string): string | undefined {
  const time = new Date(textAt(value, key) ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace('.000Z', 'Z');
}

function signatureOf(manifest: Loose, {success}: Findings): Signature {
  const signature = objectAt(manifest, 'signature');
  const certificate = objectAt(signature, 'certificateInfo');
  const validity = objectAt(certificate, 'validity');
  const stamp = objectAt(signature, 'timeStampInfo');
  return defined({
    signedBy: nameAt(certificate, 'subject'),
    issuedBy: nameAt(certificate, 'issuer'),
    validFrom: utcAt(validity, 'notBefore'),
    validTo: utcAt(validity, 'notAfter'),
    timestamp: success.includes('timeStamp.trusted') ? utcAt(stamp, 'timestamp') : undefined,
  });
}

const nameAt = (certificate: Loose, key: string): string | undefined =>
  textAt(objectAt(certificate, key), 'CN') ?? textAt(objectAt(certificate, key), 'O');

const defined = (signature: Signature): Signature =>
  Object.fromEntries(Object.entries(signature).filter(([, value]) => value !== undefined));

/**
 * Reads the seal of a file and judges it. Blocks its thread: about 30 ms for a photo of 3 MB.
 * The metadata of a broken or untrusted seal are what the file claims, no more.
 * Throws {@link UnsupportedMedia} for a media type that seals are not read from, and EngineCrashed when the engine
 * trapped; a trap in the middle of its work may also surface as an uncaught exception of the thread.
 */
export async function readSeal(
  engine: Engine,
  media: Uint8Array,
  mediaType: string,
): Promise<InspectionResult> {
  if (!readableMediaTypes.has(mediaType)) {
    throw new UnsupportedMedia(`Seals are not read from ${mediaType}.`);
  }
  let reading: Reading;
  try {
    reading = await read(engine, media, mediaType);
  } catch (thrown) {
    return resultOfRefusal(engineMessage(thrown), media);
  }
  const {state, findings, manifest, assertions} = reading;
  const signature = signatureOf(manifest, findings);
  const {labelState, reason} = judge(state, findings, signature.signedBy);
  const isValid = labelState === 'valid';
  // The times of a broken or untrusted seal prove nothing: whoever made it may have written any.
  const clock = isValid ? deviceClockCheck(valueAt(assertions, METADATA_ASSERTION)) : undefined;
  return {
    labelValid: isValid,
    reason,
    labelState,
    checks: withStampAuthority(checksOf(findings, clock), manifest),
    signature,
    ...sealedMetadata(assertions),
  };
}
