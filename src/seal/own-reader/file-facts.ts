import {type FileFacts, type SealContents} from '../../model/seal-contents.js';
import {detectMediaType} from '../media-signature.js';
import {issuedChain, readCertificate} from './certificates.js';
import {storeOf} from './embedded-store.js';
import {Hashes, sha256Of} from './hashes.js';
import {IngredientTree} from './ingredient-tree.js';
import {mapOf} from './loose-cbor.js';
import {fieldsOf, ManifestStore} from './manifests.js';
import {signatureHolds} from './signature-check.js';
import {claimSignature} from './signature.js';
import {actionsOf, claimGeneratorOf} from './told-fields.js';

const ACTIONS = /^c2pa\.actions(\.v\d+)?(__\d+)?$/;

async function contentsOf(
  bytes: Uint8Array,
  subtle: SubtleCrypto | undefined,
): Promise<SealContents | undefined> {
  const store = new ManifestStore(bytes);
  const active = store.active;
  const signature = active && claimSignature(active);
  if (!active || !signature) return undefined;
  const read = await Promise.all(signature.certificates.map((der) => readCertificate(der, subtle)));
  const [leaf] = read;
  const chain = leaf ? read.filter((certificate) => certificate !== undefined) : [];
  let isAsSigned = leaf !== undefined && (await signatureHolds(signature, leaf.publicKey, subtle));
  const doubt = (): void => void (isAsSigned = false);
  const tree = new IngredientTree(store, new Hashes(subtle), subtle);
  const actions = await tree.assertions(active, ACTIONS);
  if (!actions.every(({holds}) => holds)) doubt();
  const ingredients = await tree.of(active, doubt);
  // Whom others claim to be can be put behind a leaf that is not covered, too.
  const certificates = signature.isChainSigned ? chain : await issuedChain(chain, subtle);
  return {
    label: active.label,
    isAsSigned,
    claimGenerator: claimGeneratorOf(active.claimMap),
    ...actionsOf(actions.map(({box}) => mapOf(fieldsOf(box)))),
    certificates: certificates.map(({told}) => told),
    timestampToken: signature.timestamp && Uint8Array.from(signature.timestamp.token),
    ingredients,
    ingredientsLeftOut: tree.leftOut,
  };
}

/** Never throws for what is in the file. Without `subtle` (a page that is not served over https) nothing is as signed. */
export async function factsOf(
  file: Uint8Array<ArrayBuffer>,
  subtle: SubtleCrypto | undefined,
): Promise<FileFacts> {
  const sha256 = await sha256Of(file, subtle);
  const mediaType = detectMediaType(file);
  try {
    const store = storeOf(file);
    return {sha256, mediaType, seal: store && (await contentsOf(store.bytes, subtle))};
  } catch {
    return {sha256, mediaType};
  }
}
