import {type Ingredient} from '../../model/seal-contents.js';
import {type CborMap} from '../checking/read-manifest.js';
import {type Superbox} from './boxes.js';
import {readCertificate} from './certificates.js';
import {type Hashes} from './hashes.js';
import {
  fieldsOf,
  hashedLink,
  targetOf,
  type HashedLink,
  type ManifestStore,
  type StoredManifest,
} from './manifests.js';
import {signatureHolds} from './signature-check.js';
import {claimSignature} from './signature.js';
import {thumbnailOf} from './thumbnail.js';
import {ingredientOf} from './told-fields.js';

/** An assertion that a claim names, and whether it is the one that was signed. */
export interface NamedAssertion {
  label: string;
  box: Superbox;
  holds: boolean;
}

/** The manifest that an ingredient's assertion hashes. */
interface OwnManifest {
  manifest: StoredManifest;
  /** True where the hash is of its signature, too. */
  isSignatureCovered: boolean;
}

/**
 * Enough for any history that a person would look at; what a seal names again and again ends there. Manifests cannot
 * be in a circle, as each names the hash of the one before it.
 */
const MOST_INGREDIENTS = 200;
const DEEPEST = 24;

const INGREDIENT = /^c2pa\.ingredient(\.v\d+)?(__\d+)?$/;
const CLAIM_THUMBNAIL = /^c2pa\.thumbnail\.claim/;

/** What a file was made from, through the manifests of its store. */
export class IngredientTree {
  readonly #store: ManifestStore;
  readonly #hashes: Hashes;
  readonly #subtle: SubtleCrypto | undefined;
  readonly #signers = new Map<StoredManifest, Promise<string | undefined>>();
  readonly #thumbnails = new Map<Superbox, Blob | undefined>();
  readonly #claimThumbnails = new Map<StoredManifest, Promise<Blob | undefined>>();
  readonly #ingredientsOf = new Map<StoredManifest, Promise<NamedAssertion[]>>();
  #left = MOST_INGREDIENTS;
  #leftOut = 0;

  constructor(store: ManifestStore, hashes: Hashes, subtle: SubtleCrypto | undefined) {
    this.#store = store;
    this.#hashes = hashes;
    this.#subtle = subtle;
  }

  /** How many ingredients were not told, as `ingredientsLeftOut` has it. */
  get leftOut(): number | undefined {
    return this.#leftOut || undefined;
  }

  /** Assertions of the claim whose label matches, in the claim's order, none twice. */
  async assertions(manifest: StoredManifest, wanted: RegExp): Promise<NamedAssertion[]> {
    const found: NamedAssertion[] = [];
    const seen = new Set<Superbox>();
    for (const link of manifest.links) {
      const target = targetOf(link.url, manifest);
      const label = target?.path?.split('/')[1] ?? '';
      const box = target?.manifest === manifest.label && manifest.boxes.get(target.path ?? '');
      if (!box || !wanted.test(label) || seen.has(box)) continue;
      seen.add(box);
      found.push({label, box, holds: await this.#boxHolds(box, link)});
    }
    return found;
  }

  /** The parent of a manifest, where the manifest names it by its hash, or by that of its signature. */
  async parentOf(manifest: StoredManifest): Promise<StoredManifest | undefined> {
    for (const {box, holds} of await this.#namedBy(manifest)) {
      const fields = fieldsOf(box);
      if (!holds || fields?.get('relationship') !== 'parentOf') continue;
      const own = await this.#ownManifest(fields, manifest);
      if (own?.isSignatureCovered) return own.manifest;
    }
    return undefined;
  }

  /** True where the signature over the claim is of its first certificate. */
  async isSigned(manifest: StoredManifest): Promise<boolean> {
    return (await this.#signerOf(manifest)) !== undefined;
  }

  /** Those of the active manifest; `doubt` is called where one, or its picture, is not what the claim says. */
  async of(active: StoredManifest, doubt: () => void): Promise<Ingredient[]> {
    const ingredients: Ingredient[] = [];
    for (const assertion of await this.#namedBy(active)) {
      if (!assertion.holds) doubt();
      const told = await this.#ingredient(assertion, active, 1, doubt);
      if (told) ingredients.push(told);
    }
    return ingredients;
  }

  /** Looked up once, however often a manifest is named. */
  #namedBy(manifest: StoredManifest): Promise<NamedAssertion[]> {
    const named = this.#ingredientsOf.get(manifest) ?? this.assertions(manifest, INGREDIENT);
    this.#ingredientsOf.set(manifest, named);
    return named;
  }

  async #ingredient(
    {box}: NamedAssertion,
    manifest: StoredManifest,
    depth: number,
    doubt?: () => void,
  ): Promise<Ingredient | undefined> {
    const fields = fieldsOf(box);
    if (!fields) return undefined;
    if (this.#left <= 0 || depth > DEEPEST) {
      this.#leftOut++;
      return undefined;
    }
    this.#left--;
    const told = ingredientOf(fields);
    const covered = await this.#ownManifest(fields, manifest);
    const linked = hashedLink(fields.get('thumbnail'), manifest.algorithm);
    told.thumbnail = linked && (await this.#thumbnail(linked, manifest, doubt));
    if (!covered) return told;
    const {manifest: own, isSignatureCovered} = covered;
    // Anybody can sign another's claim, so the signature has to be the one that was there.
    if (isSignatureCovered) told.signedBy = await this.#signerOf(own);
    told.thumbnail ??= await this.#claimThumbnail(own);
    for (const assertion of await this.#namedBy(own)) {
      if (!assertion.holds) continue;
      const nested = await this.#ingredient(assertion, own, depth + 1);
      if (nested) told.ingredients.push(nested);
    }
    return told;
  }

  /** The ingredient's seal, where it is the one that the ingredient's assertion hashes. */
  async #ownManifest(fields: CborMap, from: StoredManifest): Promise<OwnManifest | undefined> {
    const link = hashedLink(
      fields.get('activeManifest') ?? fields.get('c2pa_manifest'),
      from.algorithm,
    );
    const own = link && this.#store.find(targetOf(link.url, from)?.manifest ?? '');
    if (!own) return undefined;
    const {algorithm, hash} = link;
    if (await this.#hashes.holds(own.hashed, algorithm, hash)) {
      return {manifest: own, isSignatureCovered: true};
    }
    // The first C2PA versions hashed the claim alone (C2PA 1.0, section 8.4.2.2).
    if (await this.#hashes.holds(own.claim, algorithm, hash)) {
      return {manifest: own, isSignatureCovered: false};
    }
    // What was taken out of it since changes its hash, but not that of its signature (C2PA 2.2, section 18.16.7).
    const signature = hashedLink(fields.get('claimSignature'), from.algorithm);
    return signature &&
      (await this.#boxHolds(own.signature, signature)) &&
      (await this.#signerOf(own))
      ? {manifest: own, isSignatureCovered: true}
      : undefined;
  }

  async #thumbnail(
    link: HashedLink,
    from: StoredManifest,
    doubt?: () => void,
  ): Promise<Blob | undefined> {
    const target = targetOf(link.url, from);
    const manifest =
      target && (target.manifest === from.label ? from : this.#store.find(target.manifest));
    const box = manifest?.boxes.get(target?.path ?? '');
    if (!box) return undefined;
    if (await this.#boxHolds(box, link)) return this.#pictureOf(box);
    doubt?.();
    return undefined;
  }

  #claimThumbnail(own: StoredManifest): Promise<Blob | undefined> {
    const known = this.#claimThumbnails.get(own) ?? this.#readClaimThumbnail(own);
    this.#claimThumbnails.set(own, known);
    return known;
  }

  async #readClaimThumbnail(own: StoredManifest): Promise<Blob | undefined> {
    const [thumbnail] = await this.assertions(own, CLAIM_THUMBNAIL);
    return thumbnail?.holds ? this.#pictureOf(thumbnail.box) : undefined;
  }

  #pictureOf(box: Superbox): Blob | undefined {
    if (!this.#thumbnails.has(box)) this.#thumbnails.set(box, thumbnailOf(box));
    return this.#thumbnails.get(box);
  }

  /** The name in the certificate that signed it; undefined where the signature does not hold. */
  #signerOf(manifest: StoredManifest): Promise<string | undefined> {
    const known = this.#signers.get(manifest) ?? this.#readSigner(manifest);
    this.#signers.set(manifest, known);
    return known;
  }

  async #readSigner(manifest: StoredManifest): Promise<string | undefined> {
    const signature = claimSignature(manifest);
    const [der] = signature?.certificates ?? [];
    const leaf = der && (await readCertificate(der, this.#subtle));
    if (!signature || !leaf) return undefined;
    const holds = await signatureHolds(signature, leaf.publicKey, this.#subtle);
    return holds ? leaf.name : undefined;
  }

  #boxHolds({hashed}: Superbox, {algorithm, hash}: HashedLink): Promise<boolean> {
    return this.#hashes.holds(hashed, algorithm, hash);
  }
}
