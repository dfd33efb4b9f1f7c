import {type FileFacts, type SealContents} from '../../model/inspection/seal-contents.js';
import {detectMediaType} from '../../media-signature.js';
import {issuedChain, readCertificate} from '../signature/certificates.js';
import {storeOf} from './embedded-store.js';
import {Hashes, sha256Of} from '../hashes.js';
import {ACTIONS} from '../../updates/only-redacts.js';
import {sealInStore, withUpdates} from '../updates.js';
import {IngredientTree} from '../ingredient-tree.js';
import {mapOf} from '../loose-cbor.js';
import {ManifestLinks} from '../manifest-links.js';
import {fieldsOf, ManifestStore} from '../manifests.js';
import {signatureHolds} from '../signature/signature-check.js';
import {claimSignature} from '../signature/signature.js';
import {actionsOf, attitudeOf, claimGeneratorOf} from '../told-fields.js';

/** This package's assertions with what sensors measured, or with what the page's adapters gave in their place. */
const OWN = /^org\.sealed-capture\.(capture|gathered)(__1)?$/;

/** The contents of a manifest store. Throws for a damaged one. */
export async function contentsOf(
  bytes: Uint8Array,
  subtle: SubtleCrypto | undefined,
): Promise<SealContents | undefined> {
  const store = new ManifestStore(bytes);
  const {active} = store;
  if (!active) return undefined;
  const links = new ManifestLinks(store, new Hashes(subtle), subtle);
  const {content, updates, isWhole} = await sealInStore(active, links);
  const signature = claimSignature(content);
  if (!signature) return undefined;
  const read = await Promise.all(signature.certificates.map((der) => readCertificate(der, subtle)));
  const [leaf] = read;
  const chain = leaf ? read.filter((certificate) => certificate !== undefined) : [];
  let isAsSigned = leaf !== undefined && (await signatureHolds(signature, leaf.publicKey, subtle));
  const doubt = (): void => void (isAsSigned = false);
  if (!isWhole) doubt();
  const actions = await links.assertions(content, ACTIONS);
  const own = await links.assertions(content, OWN);
  const asSigned = own.filter(({holds}) => holds).map(({box}) => mapOf(fieldsOf(box)));
  const tree = new IngredientTree(links);
  const ingredients = await tree.of(content, doubt);
  // Certificates that the signature does not cover may have been added by anybody, so each must have signed the one
  // before.
  const certificates = signature.isChainSigned ? chain : await issuedChain(chain, subtle);
  return {
    label: content.label,
    isAsSigned,
    claimGenerator: claimGeneratorOf(content.claimMap),
    attitude: attitudeOf(asSigned),
    ...withUpdates(actionsOf(actions.map(({box}) => mapOf(fieldsOf(box)))), updates),
    certificates: certificates.map(({told}) => told),
    timestampToken: signature.timestamp && Uint8Array.from(signature.timestamp.token),
    ingredients,
    ingredientsLeftOut: tree.leftOut,
  };
}

/**
 * Reads the facts of a file. Never throws for the file's content. Without `subtle` (a page that is not served over
 * https) nothing counts as signed.
 */
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
