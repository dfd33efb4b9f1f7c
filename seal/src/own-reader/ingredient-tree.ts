import {type Ingredient} from '../model/inspection/seal-contents.js';
import {type Superbox} from './files/boxes.js';
import {type ManifestLinks, type NamedAssertion} from './manifest-links.js';
import {fieldsOf, hashedLink, targetOf, type HashedLink, type StoredManifest} from './manifests.js';
import {thumbnailOf} from './files/thumbnail.js';
import {ingredientOf} from './told-fields.js';

/**
 * Most ingredients that are listed, which also ends the recursion for seals that name one repeatedly. Manifests
 * cannot form a circle, because each contains the hash of the one before it.
 */
const MOST_INGREDIENTS = 200;
const DEEPEST = 24;

const CLAIM_THUMBNAIL = /^c2pa\.thumbnail\.claim/;

/** The files that a file was made from, found through the manifests of its store. */
export class IngredientTree {
  readonly #links: ManifestLinks;
  readonly #thumbnails = new Map<Superbox, Blob | undefined>();
  readonly #claimThumbnails = new Map<StoredManifest, Promise<Blob | undefined>>();
  #left = MOST_INGREDIENTS;
  #leftOut = 0;

  constructor(links: ManifestLinks) {
    this.#links = links;
  }

  /** Number of ingredients that were not listed. */
  get leftOut(): number | undefined {
    return this.#leftOut || undefined;
  }

  /**
   * The ingredients of the active manifest. `doubt` is called if one of them, or its picture, differs from what the
   * claim says.
   */
  async of(active: StoredManifest, doubt: () => void): Promise<Ingredient[]> {
    const ingredients: Ingredient[] = [];
    for (const assertion of await this.#links.ingredients(active)) {
      if (!assertion.holds) doubt();
      const told = await this.#ingredient(assertion, active, 1, doubt);
      if (told) ingredients.push(told);
    }
    return ingredients;
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
    const covered = await this.#links.ownManifest(fields, manifest);
    const linked = hashedLink(fields.get('thumbnail'), manifest.algorithm);
    told.thumbnail = linked && (await this.#thumbnail(linked, manifest, doubt));
    if (!covered) return told;
    const {manifest: own} = covered;
    // Anybody can sign somebody else's claim, so only the signature that the ingredient names counts.
    if (covered.covered !== 'claim') told.signedBy = await this.#links.signerOf(own);
    told.thumbnail ??= await this.#claimThumbnail(own);
    for (const assertion of await this.#links.ingredients(own)) {
      if (!assertion.holds) continue;
      const nested = await this.#ingredient(assertion, own, depth + 1);
      if (nested) told.ingredients.push(nested);
    }
    return told;
  }

  async #thumbnail(
    link: HashedLink,
    from: StoredManifest,
    doubt?: () => void,
  ): Promise<Blob | undefined> {
    const target = targetOf(link.url, from);
    const manifest =
      target && (target.manifest === from.label ? from : this.#links.store.find(target.manifest));
    const box = manifest?.boxes.get(target?.path ?? '');
    if (!box) return undefined;
    if (await this.#links.holds(box, link)) return this.#pictureOf(box);
    doubt?.();
    return undefined;
  }

  #claimThumbnail(own: StoredManifest): Promise<Blob | undefined> {
    const known = this.#claimThumbnails.get(own) ?? this.#readClaimThumbnail(own);
    this.#claimThumbnails.set(own, known);
    return known;
  }

  async #readClaimThumbnail(own: StoredManifest): Promise<Blob | undefined> {
    const [thumbnail] = await this.#links.assertions(own, CLAIM_THUMBNAIL);
    return thumbnail?.holds ? this.#pictureOf(thumbnail.box) : undefined;
  }

  #pictureOf(box: Superbox): Blob | undefined {
    if (!this.#thumbnails.has(box)) this.#thumbnails.set(box, thumbnailOf(box));
    return this.#thumbnails.get(box);
  }
}
