import {type CborMap} from '../checking/read-manifest.js';
import {type Superbox} from './files/boxes.js';
import {readCertificate} from './signature/certificates.js';
import {type Hashes} from './hashes.js';
import {
  hashedLink,
  targetOf,
  type HashedLink,
  type ManifestStore,
  type StoredManifest,
} from './manifests.js';
import {signatureHolds} from './signature/signature-check.js';
import {claimSignature} from './signature/signature.js';

/** An assertion that a claim names, and whether it matches the signed hash. */
export interface NamedAssertion {
  label: string;
  box: Superbox;
  holds: boolean;
}

/** The manifest that an ingredient's assertion hashes. */
export interface OwnManifest {
  manifest: StoredManifest;
  /** What the hash covers. `signature`: only the signature matches, and something else has changed. */
  covered: 'manifest' | 'claim' | 'signature';
}

const INGREDIENT = /^c2pa\.ingredient(\.v\d+)?(__\d+)?$/;

/** Compares what the manifests of one store say of their parts and of one another with the hashes that they name. */
export class ManifestLinks {
  readonly store: ManifestStore;
  readonly #hashes: Hashes;
  readonly #subtle: SubtleCrypto | undefined;
  readonly #signers = new Map<StoredManifest, Promise<string | undefined>>();
  readonly #ingredientsOf = new Map<StoredManifest, Promise<NamedAssertion[]>>();

  constructor(store: ManifestStore, hashes: Hashes, subtle: SubtleCrypto | undefined) {
    this.store = store;
    this.#hashes = hashes;
    this.#subtle = subtle;
  }

  /** True if this platform can verify signatures. */
  get verifies(): boolean {
    return this.#subtle !== undefined;
  }

  /** Assertions of the claim whose labels match, in the claim's order, each once. */
  async assertions(manifest: StoredManifest, wanted: RegExp): Promise<NamedAssertion[]> {
    const found: NamedAssertion[] = [];
    const seen = new Set<Superbox>();
    for (const link of manifest.links) {
      const target = targetOf(link.url, manifest);
      const label = target?.path?.split('/')[1] ?? '';
      const box = target?.manifest === manifest.label && manifest.boxes.get(target.path ?? '');
      if (!box || !wanted.test(label) || seen.has(box)) continue;
      seen.add(box);
      found.push({label, box, holds: await this.holds(box, link)});
    }
    return found;
  }

  /** Ingredients that the claim names; looked up once, however often a manifest is named. */
  ingredients(manifest: StoredManifest): Promise<NamedAssertion[]> {
    const named = this.#ingredientsOf.get(manifest) ?? this.assertions(manifest, INGREDIENT);
    this.#ingredientsOf.set(manifest, named);
    return named;
  }

  /**
   * The ingredient's seal, if its hash matches the ingredient's assertion. The URL only says which manifest it is. What
   * the hash covers is found by comparing it, because programs name the claim and hash the whole manifest.
   */
  async ownManifest(fields: CborMap, from: StoredManifest): Promise<OwnManifest | undefined> {
    const link = hashedLink(
      fields.get('activeManifest') ?? fields.get('c2pa_manifest'),
      from.algorithm,
    );
    const own = link && this.store.find(targetOf(link.url, from)?.manifest ?? '');
    if (!own) return undefined;
    const matches = (bytes: Uint8Array): Promise<boolean> =>
      this.#hashes.holds(bytes, link.algorithm, link.hash);
    if (await matches(own.hashed)) return {manifest: own, covered: 'manifest'};
    // The first C2PA versions hashed only the claim (C2PA 1.0, section 8.4.2.2).
    if ((await matches(own.claim)) || (await matches(own.claimBox.hashed))) {
      return {manifest: own, covered: 'claim'};
    }
    // A later redaction changes its hash, but not that of its signature (C2PA 2.2, section 18.16.7).
    const signature = hashedLink(fields.get('claimSignature'), from.algorithm);
    return signature && (await this.holds(own.signature, signature)) && (await this.signerOf(own))
      ? {manifest: own, covered: 'signature'}
      : undefined;
  }

  /** The name in the signer's certificate; undefined if the signature is invalid. */
  signerOf(manifest: StoredManifest): Promise<string | undefined> {
    const known = this.#signers.get(manifest) ?? this.#readSigner(manifest);
    this.#signers.set(manifest, known);
    return known;
  }

  /** True if the claim is signed with the key of its first certificate. */
  async isSigned(manifest: StoredManifest): Promise<boolean> {
    return (await this.signerOf(manifest)) !== undefined;
  }

  async #readSigner(manifest: StoredManifest): Promise<string | undefined> {
    const signature = claimSignature(manifest);
    const [der] = signature?.certificates ?? [];
    const leaf = der && (await readCertificate(der, this.#subtle));
    if (!signature || !leaf) return undefined;
    const holds = await signatureHolds(signature, leaf.publicKey, this.#subtle);
    return holds ? leaf.name : undefined;
  }

  holds({hashed}: Superbox, {algorithm, hash}: HashedLink): Promise<boolean> {
    return this.#hashes.holds(hashed, algorithm, hash);
  }
}
