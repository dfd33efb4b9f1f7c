import {sha256} from '@noble/hashes/sha2.js';
import Value from 'typebox/value';
import {base64} from '../encoding/bytes.js';
import {list, text} from '../model/json/loose-json.js';
import {metadataAssertions} from '../model/seal/seal-format.js';
import {setAssertions, ToldSet, VouchedSet, type SealedSet} from '../model/seal/sealed-set.js';
import {bytesOf, mapOf} from '../own-reader/loose-cbor.js';
import {childOf, type Superbox} from '../own-reader/files/boxes.js';
import {fieldsOf, type StoredManifest} from '../own-reader/manifests.js';
import {claimSignature} from '../own-reader/signature/signature.js';

/**
 * What a manifest says of the set that it is part of (docs/sets.md). Undefined if it says nothing, or not in the way of
 * this package: the signer has to vouch for its number. Nothing is verified here.
 */
export function sealedSet(manifest: StoredManifest): SealedSet | undefined {
  const vouched = jsonOf(manifest, setAssertions.vouched);
  if (!Value.Check(VouchedSet, vouched) || !isVouchedFor(manifest)) return undefined;
  const seal = sealHash(manifest);
  if (seal === undefined) return undefined;
  const told = jsonOf(manifest, setAssertions.told);
  const capture = manifest.boxes.get(pathOf(metadataAssertions.capture));
  const captureId = text(capture && fieldsOf(capture)?.get('captureId'));
  const binding = manifest.boxes.get(pathOf('c2pa.hash.data'));
  const digest = bytesOf(binding && fieldsOf(binding)?.get('hash'));
  return {
    ...vouched,
    ...(captureId !== undefined && {captureId}),
    ...(digest && {digest: base64(digest)}),
    seal,
    ...(Value.Check(ToldSet, told) && {told}),
  };
}

/** SHA-256 of a manifest's signature: `seal` in lists of a set's seals. */
function sealHash(manifest: StoredManifest): string | undefined {
  const signature = claimSignature(manifest);
  return signature && base64(sha256(signature.value));
}

const pathOf = (label: string): string => `c2pa.assertions/${label}`;

function jsonOf({boxes}: StoredManifest, label: string): unknown {
  const box = boxes.get(pathOf(label));
  return box && parsed(box);
}

function parsed(box: Superbox): unknown {
  try {
    const content = childOf(box, 'json');
    return content && (JSON.parse(new TextDecoder().decode(content)) as unknown);
  } catch {
    return undefined;
  }
}

/** Others may have gathered an assertion with this label. */
const isVouchedFor = ({claimMap}: StoredManifest): boolean =>
  list(claimMap.get('created_assertions')).some(
    (link) => text(mapOf(link).get('url'))?.endsWith(`/${setAssertions.vouched}`) ?? false,
  );
